-module(demo).
-export([run/1]).
%% commented() -> ok.
-record(state, {name, count = 0}).
-define(LIMIT, 10).
-define(ADD(X, Y), X + Y).
-type shape() :: circle | square.
-callback init(Args :: term()) -> ok.
run(0) -> "fake() -> ok.";
run(N) when N > 0 ->
    F = fun(X) -> X end,
    run(N - 1).
run(A, B) -> A + B.
'quoted name'() -> $".
multi(A,
      B) ->
    A.
f(1) -> 1; f(2) -> 2. on_one_line() -> 1.

module Demo.Core
// let commented = 1
let limit = 10
let add x y = x + y
let rec loop n =
    let local = "let fake x = 1"
    loop (n - 1)
and other m = m
type Shape =
    | Circle of float
    | Square
type Point = { X: int; Y: int }
type Widget(name: string) =
    let mutable count = 0
    member this.Name = name
    member this.Run(a, b) =
        let inner = 1
        a
    static member Create() = Widget("x")
    override this.ToString() = name
module Inner =
    let deep x = x
let (|Even|Odd|) x = if x % 2 = 0 then Even else Odd
module OnSeveralLines =
    let parametersBelow
        (first : int)
        (second : int) = first + second
    type OneLine = | First | Second of int | [<CompiledName("x")>] Third
    exception Broken of string
    type Abstract =
        [<Emit("$0.get('x')")>] abstract WithAttribute: string option
        abstract generic<'T> : unit -> 'T
    type Properties() =
        member val Automatic = 1 with get, set
    let after = match first with | Some x -> 1 | None -> 2

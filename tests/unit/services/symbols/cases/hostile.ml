(* let commented = 1 *)
open List
let limit = 10
let add x y = x + y
let rec loop n = if n = 0 then () else loop (n - 1)
and helper = function
  | 0 -> "let fake = 1"
  | _ -> let local = 2 in string_of_int local
type shape = Circle of float | Square
type 'a tree = Leaf | Node of 'a tree * 'a
exception Not_here of string
external length : string -> int = "caml_length"
module Inner = struct
  let deep x = x
  type t = int
end
module type S = sig
  val draw : int -> unit
end
let ( + ) a b = a
class point x0 = object
  method x = x0
  method private move d = d
end
module type SIG_BELOW =
  sig
    type inner
    val value : int -> inner
  end
module StructBelow (X : S) =
struct
  let member x = x
end
let after_blocks = 1
let rec sort = function
  | [] -> []
module BothBelow :
sig
  val announced : int
end =
struct
  let defined = 1
end
let after_both = 2

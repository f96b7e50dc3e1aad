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

# proc commented() = discard
import strutils
const limit* = 10
let a = 1
type
  Point* = object
    x, y: int
  Kind = enum kA, kB
  Alias = int
proc run*(a: int, b = "proc fake() = "): int =
  proc inner() = discard
  result = a
func pure(x: int): int = x
template twice(x: untyped) = x
macro debug(x: untyped): untyped = x
iterator items*(p: Point): int =
  yield p.x
method draw(p: Point) {.base.} = discard
var
  counter = 0
  other*: string
proc `+`(a, b: Point): Point = a
var several, names = 1
const one = 1; const two = 2

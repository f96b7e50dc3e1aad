# function commented() end
#= function hidden() end =#
module Demo
export area
const LIMIT = 10
abstract type Shape end
mutable struct Circle{T} <: Shape
    r::T
    name::String
    Circle(r) = new(r, "function fake() end")
end
struct Empty end
area(c::Circle) = 3 * c.r
function Base.show(io::IO, c::Circle)
    inner(x) = x
    local y = 2
    print(io, """
function in_text() end
""")
end
function multi(
    a,
    b::Int = 1,
) where {T}
    a
end
macro debug(x)
    :(x)
end
long_name(a,
          b) = a + b
push!(x, y) = x
@inline fast(x) = x
end
const several, names = 1, 2
const one = 1; const two = 2
struct OnOneLine; x::Int; y::Int; end
f1(x) = 1; g1(x) = 2
abstract type A1 end; mutable struct B1 end
after_one_line() = 1
function announced end
function after_announced(x)
  x
end

# commented <- function() 1
plain <- function(x, y = 2) {
  inner <- function() 1
  z <- 3
  "fake <- function() {"
}
LIMIT <- 10
`odd name` <- function(x) x
assigned = function(a,
                    b) {
  a
}
print.demo <-
  function(x, ...) {
    x
  }
data.frame(
  a = 1
)
lambda <- \(x) x + 1
`%+%` <- function(a, b) paste(a, b)
one <- 1; two <- "a; three <- 3"
f1 <- function(x) x; g1 <- function(y) { y }

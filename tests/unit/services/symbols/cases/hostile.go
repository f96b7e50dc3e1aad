package demo

import (
	"fmt"
)

const Single = 1
const (
	First  = iota // const Commented = 3
	Second
	Third, Fourth = 1, `func raw() {
}`
)

var global, other = "func fake() {", 2
var (
	cfg = map[string]int{
		"a": 1,
	}
	mu sync.Mutex
)

type Point struct {
	X, Y int
	// Z int
	tag string `json:"func"`
	fn  func(a int) error
}
type Reader interface {
	Read(p []byte) (int, error)
	fmt.Stringer
}
type (
	ID    int
	Alias = Point
	Pair[K comparable, V any] struct {
		Key K
	}
)
type Handler func(int) error

func New(
	a int,
	b string,
) (*Point, error) {
	type local struct{ x int }
	f := func(x int) int { return x }
	return nil, nil
}
func (p *Point) Move(dx int) { go func() {}() }
func (p Pair[K, V]) String() string { return "" }
func Generic[T any](x T) T { return x }
func external(a int) int

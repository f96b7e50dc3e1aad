# class Commented: pass
"""
def in_a_docstring(): pass
"""
import os
LIMIT = 10
name: str = "def fake(): pass"
first, second = 1, 2
type Pair[T] = tuple[T, T]
TABLE = {
    "def key": 1,
    "class": [
        2,
    ],
}


class Outer(Base, metaclass=Meta):
    field: int = 3
    other = field
    declared: "str | None"

    @property
    def value(self) -> int:
        def inner(): return 1
        return inner()

    async def fetch(
        self,
        *args,
    ) -> None:
        x = f"{self.value!r} def nested(): {'}'} pass"
        y = 1

    class Deep:
        def deepest(self): ...


if os.name == "nt":
    def conditional(): pass
else:
    def conditional():
        return 0
lambda_value = lambda x: x
s = r'\' ; def no(): pass
x: int; y: int
chained = again = 3
(in_brackets, starred) = pair
head, *tail = call(a, b=1, c=2)
UPPER, OTHER = range(2)
print(a, b == 2)
class Several:
    m, n = 1, 2
    p: int; q: str = "a; no"
    r = s = 0
    class Short: pass; inside = 1

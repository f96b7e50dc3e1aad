"""A small project that the editors open: several languages, and what makes columns hard."""

from __future__ import annotations

from pathlib import Path

CAFE = '''"""Orders of a small café."""


class CoffeeOrder:
    """What one guest wants."""

    def __init__(self, drink: str, cups: int) -> None:
        self.drink = drink
        self.cups = cups

    def total_price(self, price: float) -> float:
        return self.cups * price


def brew_coffee(order: CoffeeOrder) -> str:
    return f"{order.cups} x {order.drink}"
'''
MENU = """from cafe import CoffeeOrder, brew_coffee

GREETING = "😀😀 ☕ brew_coffee after emoji"


def serve() -> str:
    return brew_coffee(CoffeeOrder("espresso", 2))
"""
HOUSE = """export function openHouse(hour: number): string {
  return `open from ${hour}`;
}

export class Barista {
  greet(): string {
    return openHouse(7);
  }
}
"""
EMOJI_LINE = 3
EMOJI_CHARACTER = 18
"""1-based place of `brew_coffee` in the line with emoji, as editors show it to people."""
EMOJI_UTF16 = 19
"""The same, zero-based and in UTF-16 units: two of the emoji take two."""
EMOJI_BYTE = 26
"""The same, 1-based and in bytes of UTF-8."""


def project(folder: Path) -> Path:
    """The project in a folder of its own below `folder`; many more files make a search take its time."""
    root = folder / "project"
    (root / "src").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "src" / "cafe.py").write_text(CAFE, "utf-8")
    (root / "src" / "menu.py").write_text(MENU, "utf-8")
    (root / "src" / "house.ts").write_text(HOUSE, "utf-8")
    for number in range(40):
        notes = "".join(f"needle {number} in line {line}\n" for line in range(1, 6))
        (root / f"notes-{number:02}.txt").write_text(notes, "utf-8")
    return root

"""Signatures: which pairs of letters a file holds, next to each other and one apart, as 8,192 bits.

Bytes fall into 64 classes (letters without case, digits, common punctuation, everything else), so one
signature is 1 KiB and right for both `-s` and `-i`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

CLASSES = 64
PAIRS = CLASSES * CLASSES
BITS = 2 * PAIRS
"""Pairs side by side, then pairs with one byte between."""
BYTES = BITS // 8
_NAMED = "abcdefghijklmnopqrstuvwxyz0123456789_-./:;,()<>[]{}=+*&!\"'#\\ "
_OTHER = CLASSES - 1
FOLD_FAR = b"kKsS"
"""With `-i` rg also matches the Kelvin sign for k and the long s for s: such pairs prove nothing then."""

Bits = npt.NDArray[np.uint8]


def _classes() -> npt.NDArray[np.uint16]:
    table = np.full(256, _OTHER, np.uint16)
    for number, letter in enumerate(_NAMED[: CLASSES - 1]):
        table[ord(letter)] = table[ord(letter.upper())] = number
    table[ord("\t")] = table[ord(" ")]
    return table


CLASS_OF = _classes()


def signature(data: bytes) -> Bits:
    """1 KiB of bits, least bit first."""
    classes = CLASS_OF[np.frombuffer(data, np.uint8)]
    bits = np.zeros(BITS, np.bool_)
    if len(classes) > 1:
        bits[(classes[:-1] << 6) | classes[1:]] = True
    if len(classes) > 2:  # noqa: PLR2004 - a pair with one byte between
        bits[PAIRS + ((classes[:-2] << 6) | classes[2:])] = True
    return np.packbits(bits, bitorder="little")


def grams(literals: Iterable[bytes], *, folded: bool) -> list[int]:
    """The bits that a file with all these literals has set."""
    found: set[int] = set()
    for literal in literals:
        classes = CLASS_OF[np.frombuffer(literal, np.uint8)].astype(int).tolist()
        far = [folded and byte in FOLD_FAR for byte in literal]
        for apart, base in ((1, 0), (2, PAIRS)):
            for at in range(len(classes) - apart):
                # A letter that folds to two or three bytes also moves what stands behind it.
                if not any(far[at : at + apart + 1]):
                    found.add(base + ((classes[at] << 6) | classes[at + apart]))
    return sorted(found)

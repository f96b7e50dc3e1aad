"""Signatures: which three letters in a row a file holds, as 8,192 bits.

Bytes fall into 64 classes (letters without case, digits, common punctuation, everything else), so one
signature is 1 KiB and right for both `-s` and `-i`; three classes are hashed to one bit.  Pairs side by side
and one apart, in the same space, left 7.7 times as many candidates (median of 40 names of the kernel).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

CLASSES = 64
INDEX_BITS = 13
BITS = 1 << INDEX_BITS
BYTES = BITS // 8
LENGTH = 3
"""Bytes of a gram."""
_PAIR, _LAST = np.uint16(40503), np.uint16(0xB5A3)
"""Multipliers of the first two classes and of the third, modulo 2**16; one is 2**16 by the golden ratio.

Sixteen bits are twice as fast as 32 and left as few candidates: median 4 (5), mean 44 (40) of 6,000 kernel
files, over 300 names.
"""
_PIECE = 1 << 15
"""Bytes hashed at once: all that is in use stays in the second-level cache."""
_NAMED = "abcdefghijklmnopqrstuvwxyz0123456789_-./:;,()<>[]{}=+*&!\"'#\\ "
_OTHER = CLASSES - 1
FOLD_FAR = b"kKsS"
"""With `-i` rg also matches the Kelvin sign for k and the long s for s: such grams prove nothing then."""

Bits = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]


def _classes() -> bytes:
    table = bytearray([_OTHER]) * 256
    for number, letter in enumerate(_NAMED[: CLASSES - 1]):
        table[ord(letter)] = table[ord(letter.upper())] = number
    table[ord("\t")] = table[ord(" ")]
    return bytes(table)


CLASS_OF = _classes()


def signature(data: bytes) -> Flags:
    """One flag for each bit."""
    flags = np.zeros(BITS, np.bool_)
    Hasher().mark(data, flags)
    return flags


def grams(literals: Iterable[bytes], *, folded: bool) -> list[int]:
    """The bits that a file with all these literals has set."""
    found: set[int] = set()
    hasher = Hasher()
    for literal in literals:
        # A letter that folds to two or three bytes also moves what stands behind it.
        far = [folded and byte in FOLD_FAR for byte in literal]
        numbers = [number for piece in hasher.hashed(literal) for number in piece.tolist()]
        for at, gram in enumerate(numbers):
            if not any(far[at : at + LENGTH]):
                found.add(gram)
    return sorted(found)


class Hasher:
    """Arrays that are used again for each piece: to make them anew takes as long as to fill them."""

    def __init__(self) -> None:
        self._wide = np.empty(_PIECE, np.uint16)
        self._hash = np.empty(_PIECE, np.uint16)
        self._last = np.empty(_PIECE, np.uint16)
        self._index = np.empty(_PIECE, np.intp)

    def mark(self, data: bytes, flags: Flags) -> None:
        """Set the flag of each gram."""
        for piece in self.hashed(data):
            flags[piece] = True

    def hashed(self, data: bytes) -> Iterator[npt.NDArray[np.intp]]:
        """The bit of each gram, in order; an array is good until the next one."""
        whole = len(data) <= _PIECE
        for start in range(0, len(data) - LENGTH + 1, _PIECE - LENGTH + 1):
            yield self._piece(data if whole else data[start : start + _PIECE])

    def _piece(self, data: bytes) -> npt.NDArray[np.intp]:
        count = len(data) - LENGTH + 1
        wide = self._wide[: len(data)]
        wide[:] = np.frombuffer(data.translate(CLASS_OF), np.uint8)
        pairs = self._hash[: count + 1]
        np.left_shift(wide[:-1], 6, out=pairs)
        pairs += wide[1:]
        hashes, last, index = pairs[:-1], self._last[:count], self._index[:count]
        hashes *= _PAIR
        hashes += np.multiply(wide[2:], _LAST, out=last)
        hashes >>= 16 - INDEX_BITS
        index[:] = hashes
        return index

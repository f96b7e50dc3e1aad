"""Signatures: which three letters in a row a file holds, as 8,192 bits.

Bytes fall into 64 classes (letters without case, digits, common punctuation, everything else), so one
signature is 1 KiB and right for both `-s` and `-i`; three classes are hashed to one bit.  Pairs side by side
and one apart, in the same space, left 7.7 times as many candidates (median of 40 names of the kernel).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

CLASSES = 64
INDEX_BITS = 13
BITS = 1 << INDEX_BITS
BYTES = BITS // 8
LENGTH = 3
"""Bytes of a gram."""
_MULTIPLIER = np.uint32(2654435761)
"""Knuth's, 2**32 divided by the golden ratio: neighbours are spread over all bits."""
_NAMED = "abcdefghijklmnopqrstuvwxyz0123456789_-./:;,()<>[]{}=+*&!\"'#\\ "
_OTHER = CLASSES - 1
FOLD_FAR = b"kKsS"
"""With `-i` rg also matches the Kelvin sign for k and the long s for s: such grams prove nothing then."""

Bits = npt.NDArray[np.uint8]


def _classes() -> npt.NDArray[np.uint32]:
    table = np.full(256, _OTHER, np.uint32)
    for number, letter in enumerate(_NAMED[: CLASSES - 1]):
        table[ord(letter)] = table[ord(letter.upper())] = number
    table[ord("\t")] = table[ord(" ")]
    return table


CLASS_OF = _classes()


def signature(data: bytes) -> Bits:
    """1 KiB of bits, least bit first."""
    bits = np.zeros(BITS, np.bool_)
    bits[_hashed(data)] = True
    return np.packbits(bits, bitorder="little")


def grams(literals: Iterable[bytes], *, folded: bool) -> list[int]:
    """The bits that a file with all these literals has set."""
    found: set[int] = set()
    for literal in literals:
        # A letter that folds to two or three bytes also moves what stands behind it.
        far = [folded and byte in FOLD_FAR for byte in literal]
        for at, gram in enumerate(_hashed(literal).tolist()):
            if not any(far[at : at + LENGTH]):
                found.add(gram)
    return sorted(found)


def _hashed(data: bytes) -> npt.NDArray[np.uint32]:
    classes = CLASS_OF[np.frombuffer(data, np.uint8)]
    if len(classes) < LENGTH:
        return np.zeros(0, np.uint32)
    joined = classes[:-2] << np.uint32(12) | classes[1:-1] << np.uint32(6) | classes[2:]
    return joined * _MULTIPLIER >> np.uint32(32 - INDEX_BITS)

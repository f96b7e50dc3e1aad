"""Regions of local names where blocks have braces: what a place binds, and for which stretch of text."""

from __future__ import annotations

import re

from ripwire.services.symbols.language import Language
from ripwire.services.symbols.nesting import Nesting

_END = re.compile(r"[({\[;,]|[)}\]]")
_CONTROL = re.compile(
    r"\b(?:if|while|switch|return|else|do|match|when|foreach|sizeof|typeof|await|throw)\s*$"
)
_LOOP = re.compile(r"\b(?:for|foreach|catch|with|using|while|if|switch)\s*(?:await\s*)?$")
_HEADED = re.compile(r"\b(?:if|for|while|switch|catch|match)\b[^;{}\x01]*$")
_TYPE = re.compile(
    r"\b(?:class|struct|interface|enum|namespace|union|trait|impl|object|extension|protocol|record|mod)\b[^;{}()=]*$"
)
_ARM = re.compile(r"[\s)\]]*(?:if\b[^;{}]*?)?=>")
_VALUE = re.compile(r"=|\bin\b")
_EARLIER = re.compile(r"^(?:[^{}]*,)?\s*(?:\.\.\.|\.\.)?\s*$")


class Regions:
    def __init__(self, code: str, language: Language) -> None:
        self.code = code
        self.nesting = Nesting(code)
        rules = language.locals
        self.rules = rules
        self._stop = re.compile(rf"[({{\[;]|{rules.arrow}|[)}}\]]")
        self._arrow = re.compile(rf"\s*{rules.arrow}")
        self._before = re.compile(rf"(?:{rules.before})$")
        self._after = re.compile(rules.after)
        self._block = re.compile(rules.block)
        self._pattern = re.compile(rf"(?:{rules.pattern})$")
        self._function = re.compile(rules.function)
        self._parameter = re.compile(rules.parameter)

    def of(self, place: int, name: str) -> tuple[int, int] | None:
        """The stretch in which the name bound here has this meaning; None when nothing local is bound."""
        end = place + len(name)
        lead = self.nesting.lead(place)
        if (self._before.search(lead) or self._after.match(self.code, end)) and (
            region := self._declared(place, lead)
        ):
            return region
        if region := self._in_pattern(place):
            return region
        if self.rules.bars and (region := self._between_bars(place, end, lead)):
            return region
        if self._block.match(self.code, end) and re.fullmatch(r"\s*(?:\(?\w+(?:\s*:[^,;]*)?,\s*)*\(?", lead):
            return self._braces(self.nesting.block(place))
        return self._parameter_region(place, end, lead) or self._pattern_region(place, end, lead)

    def _in_pattern(self, place: int) -> tuple[int, int] | None:
        """Names inside the brackets of a pattern: `let Some(x) = …`, `val (a, b) = …`, `Some(x) => …`."""
        opener = self.nesting.around(place)
        if _VALUE.search(self.nesting.lead(place)):
            return None
        while opener >= 0 and self.code[opener] in "([":
            lead = self.nesting.lead(opener)
            if self._pattern.search(lead):
                return self._declared(opener, lead)
            if self.rules.arms and (arm := _ARM.match(self.code, self.nesting.pairs[opener] + 1)):
                return self._to_body(place, arm.end() - 2)
            opener = self.nesting.parent(opener)
        return None

    def _declared(self, place: int, lead: str) -> tuple[int, int] | None:
        """A declaration holds in its block, or, in the head of a loop, in the loop's block."""
        around = self.nesting.around(place)
        if around >= 0 and self.code[around] == "(":
            head = self.nesting.lead(around)
            return self._to_body(around, self.nesting.pairs[around] + 1) if _LOOP.search(head) else None
        if _HEADED.search(lead):
            opener, mark = self._next(place)
            if mark == "{":
                return place, self.nesting.pairs.get(opener, len(self.code))
        return self._braces(around)

    def _braces(self, opener: int) -> tuple[int, int] | None:
        """The block itself, if it belongs to a function; a type's or the file's names are not local."""
        if opener < 0:
            return None
        inside = opener
        while inside >= 0:
            if self.code[inside] == "{" and not self._opens_type(inside):
                break
            if self.code[inside] == "{":
                return None
            inside = self.nesting.parent(inside)
        return (opener, self.nesting.pairs[opener]) if inside >= 0 else None

    def _opens_type(self, opener: int) -> bool:
        return _TYPE.search(self.nesting.lead(opener)) is not None

    def _next(self, start: int) -> tuple[int, str]:
        """The next brace, arrow or end behind a place, brackets skipped."""
        at = start
        while match := self._stop.search(self.code, at, start + 600):
            if match.group() in "([":
                at = self.nesting.pairs.get(match.start(), match.start()) + 1
                continue
            return match.start(), match.group()
        return -1, ""

    def _to_body(self, start: int, after: int) -> tuple[int, int] | None:
        """From a head's start to the end of the block or of the expression that it heads."""
        stop, mark = self._next(after)
        if mark == "{":
            return start, self.nesting.pairs.get(stop, len(self.code))
        if mark == self.rules.arrow:
            first = (
                len(self.code[stop + 2 : stop + 80])
                - len(self.code[stop + 2 : stop + 80].lstrip())
                + stop
                + 2
            )
            if self.code[first : first + 1] == "{":
                return start, self.nesting.pairs.get(first, len(self.code))
            return start, self._expression_end(stop + 2)
        return None

    def _expression_end(self, at: int) -> int:
        while match := _END.search(self.code, at):
            if match.group() in "([{":
                at = self.nesting.pairs.get(match.start(), match.start()) + 1
                continue
            return match.start()
        return len(self.code)

    def _between_bars(self, place: int, end: int, lead: str) -> tuple[int, int] | None:
        if re.search(r"\|(?:[^|;]*,)?\s*(?:&|mut\s|ref\s)*\s*$", lead) and (
            close := re.match(r"[^|;{}]{0,200}\|", self.code[end : end + 210])
        ):
            after = end + close.end()
            first = after + len(self.code[after : after + 80]) - len(self.code[after : after + 80].lstrip())
            if self.code[first : first + 1] == "{":
                return place, self.nesting.pairs.get(first, len(self.code))
            return place, self._expression_end(after)
        return None

    def _parameter_region(self, place: int, end: int, lead: str) -> tuple[int, int] | None:
        if self._arrow.match(self.code, end) and re.search(r"(?:^|[=(,:?&|>{\[]|\breturn|\basync)\s*$", lead):
            return self._to_body(place, end)
        around = self.nesting.around(place)
        if around < 0 or self.code[around] != "(" or not self._parameter.search(lead.rsplit(",", 1)[-1]):
            return None
        return self._parameters(around)

    def _parameters(self, opener: int) -> tuple[int, int] | None:
        """The region of the parameters between these parentheses, if they are parameters."""
        head = self.nesting.lead(opener)
        if _CONTROL.search(head) or not self._function.search(head):
            return None
        return self._to_body(opener, self.nesting.pairs[opener] + 1)

    def _pattern_region(self, place: int, end: int, lead: str) -> tuple[int, int] | None:
        """`{a, b: c}` in a declaration or a parameter binds `a` and `c`."""
        opener = self.nesting.around(place)
        if not self.rules.patterns or opener < 0 or self.code[opener] == "(":
            return None
        renamed = re.search(r":\s*$", lead) is not None
        key = self.code[opener] == "{" and re.match(r"\s*:", self.code[end : end + 20]) is not None
        if key or not (renamed or _EARLIER.match(lead)):
            return None
        while opener >= 0 and self.code[opener] in "{[":
            outer = self.nesting.lead(opener)
            if re.search(r"\b(?:const|let|var)\s*$|\b(?:const|let|var)\s[^;]*,\s*$", outer):
                return self._declared(opener, outer)
            if not re.search(r"(?:^|,|:|\.\.\.)\s*$", outer):
                return None
            opener = self.nesting.parent(opener)
        return self._parameters(opener) if opener >= 0 else None

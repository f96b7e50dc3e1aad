"""How much of our own pages each converter keeps: `python -m tests.bench.markdown` (needs trafilatura).

Words: F1 of the words of the expected text.  Lines: share of its lines that stand in the result as
they are, which is what tables, code and nesting live by.
"""

from __future__ import annotations

import collections
import importlib
import re
import statistics
import sys
from pathlib import Path

from ripwire.web import charset, convert

PAGES = Path(__file__).parents[1] / "support" / "pages"


def main() -> None:
    trafilatura = importlib.import_module("trafilatura")
    kept = {"include_tables": True, "include_links": True, "include_formatting": True}
    converters = {
        "ours (markdownify)": lambda html: convert.to_markdown(html).markdown,
        "trafilatura": lambda html: trafilatura.extract(html, output_format="markdown", **kept) or "",
    }
    sys.stdout.write("| converter | words F1 | lines kept | pages with all lines |\n")
    sys.stdout.write("| --- | --- | --- | --- |\n")
    for name, converter in converters.items():
        scores = [_scores(converter, page) for page in sorted(PAGES.glob("*.html"))]
        words, lines = (100 * statistics.mean(part) for part in zip(*scores, strict=True))
        whole = sum(share == 1 for _, share in scores)
        sys.stdout.write(f"| {name} | {words:.1f} | {lines:.1f} | {whole} of {len(scores)} |\n")


def _scores(converter, page: Path) -> tuple[float, float]:
    expected = page.with_suffix(".md").read_text("utf-8").split("\n\n", 1)[1]
    text = converter(charset.decode(page.read_bytes(), "text/html")[0])
    wanted, got = (collections.Counter(re.findall(r"\w+", one)) for one in (expected, text))
    common = sum((wanted & got).values())
    f1 = 2 * common / max(1, wanted.total() + got.total())
    lines = [line.strip() for line in expected.splitlines() if line.strip()]
    present = {line.strip() for line in text.splitlines()}
    return f1, sum(line in present for line in lines) / len(lines)


if __name__ == "__main__":
    main()

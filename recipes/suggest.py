""" "Did you mean": the known names that are closest to one that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

LONGEST = 80
"""Names longer than this are no typing mistakes; nothing is suggested for them."""


def closest(word: str, known: Iterable[str], n: int = 1, cutoff: float = 70.0) -> tuple[str, ...]:
    """Up to `n` of `known`, the most similar first, none below `cutoff` (0 to 100); equal scores go by name.

    Names with the words of `word` in another order or with one word more count as similar, but less than typing
    mistakes do.
    """
    if not word.strip() or len(word) > LONGEST:
        return ()
    from rapidfuzz import fuzz, process  # only a mistake pays for the import

    names = sorted(set(known))
    spelled = [_words(name) for name in names]
    typed = _words(word)
    best: dict[int, float] = {}
    ways = ((fuzz.ratio, 1.0), (fuzz.token_sort_ratio, 0.9), (fuzz.token_set_ratio, 0.8))
    for scorer, weight in ways if len(typed) > 3 else ways[:2]:
        if cutoff > 100 * weight:
            continue
        near = process.extract(typed, spelled, scorer=scorer, score_cutoff=cutoff / weight, limit=None)
        for _, score, index in near:
            best[index] = max(weight * score, best.get(index, 0.0))
    ranked = sorted(best, key=lambda index: (-best[index], names[index]))
    return tuple(names[index] for index in ranked[:n])


def did_you_mean(word: str, known: Iterable[str], n: int = 1, cutoff: float = 70.0) -> str:
    """The hint for a name nobody knows: `did you mean a or b?`, or nothing where nothing is close."""
    names = closest(word, known, n, cutoff)
    return f"did you mean {' or '.join(names)}?" if names else ""


def shown(value: object, longest: int = 60) -> str:
    """A value of JSON as a person would write it, cut to a length and safe to print."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str):
        text = value if len(value) <= longest else value[:longest] + "…"
        return '"' + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text) + '"'
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and value != value:
        return "NaN"
    return f"the number {value}"[:longest]


@lru_cache(maxsize=8192)
def _words(name: str) -> str:
    return name.casefold().replace("_", " ").replace("-", " ").strip("# ")

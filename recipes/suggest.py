""" "Did you mean": the known names that are closest to one that nobody knows.

A name is like another for its letters (a typing mistake) or for its words: in another order, one of them wrong, one
missing or one too many. Short words are held to more than long ones, so that `rod` is no `cod`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

LONGEST = 80
"""Names longer than this are no typing mistakes; nothing is suggested for them."""
TYPED, NAMED = 0.75, 0.25
"""What it weighs that the typed words are in a name, and that a name's words are typed."""


def closest(word: str, known: Iterable[str], n: int = 1, cutoff: float = 70.0) -> tuple[str, ...]:
    """Up to `n` of `known`, the most similar first, none below `cutoff` (0 to 100); equal scores go by name."""
    names = sorted(set(known))
    scores = likeness(word, names)
    ranked = sorted(((score, k) for k, score in enumerate(scores) if score >= cutoff), key=lambda x: (-x[0], x[1]))
    return tuple(names[k] for _, k in ranked[:n])


def likeness(word: str, names: Iterable[str]) -> list[float]:
    """How similar each of `names` is to `word`: 100 for the same letters, 0 for nothing in common.

    A word without a namespace is compared with names without theirs.
    """
    typed = _spelled(word)
    if not typed or len(word) > LONGEST:
        return [0.0 for _ in names]
    if ":" in word:
        return [_score(typed, _spelled(name)) for name in names]
    return [_score(typed, _spelled(_path(name))) for name in names]


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


def _score(typed: str, name: str) -> float:
    mine, theirs = typed.split(" "), name.split(" ")
    alike = _alike(typed, name)
    letters = 98 * alike + 2 * (typed == name)
    if len(mine) == len(theirs) == 1:
        return letters
    if len(mine) == len(theirs) and alike * len(name) < len(name) - 1.5:
        letters = 0.0  # letters tell of a single slip, which may lie between the words
    if len(mine) > 1 and typed.replace(" ", "") in theirs:  # chest plate
        mine = [typed.replace(" ", "")]
    shared = {word[:1] for word in mine} & {word[:1] for word in theirs}
    return max(letters, _by_words(mine, theirs)) if shared else letters


def _path(name: str) -> str:
    """A name without the namespace of a mod; a variant (`planks:1`) keeps its number."""
    space, _, path = name.rpartition(":")
    return name if path.isdecimal() or not space else path


def _by_words(mine: list[str], theirs: list[str]) -> float:
    """The share of the typed letters that stand in words of the name, and of the name's that were typed."""
    pairs = sorted(((_alike(a, b), i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs)), reverse=True)
    least = 0.6 if len(mine) > 1 or len(mine[0]) > 4 else 0.76  # a short word alone has to be nearly right
    used: set[int] = set()
    met: set[int] = set()
    typed = named = 0.0
    for score, i, j in pairs:
        if score >= least and i not in used and j not in met:
            used.add(i)
            met.add(j)
            typed += score * len(mine[i])
            named += score * len(theirs[j])
    in_order = 0 if [word for word in theirs if word in mine] == [word for word in mine if word in theirs] else 2
    return 97 * (TYPED * typed / sum(map(len, mine)) + NAMED * named / sum(map(len, theirs))) - in_order


@lru_cache(maxsize=65536)
def _alike(one: str, other: str) -> float:
    """1 for the same word, less for each letter that differs; 0 where they differ in more than typing mistakes do."""
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if long in (short + "s", short + "es"):
        return 0.97
    if len(short) > 3 and len(long) - len(short) < 4 and long.startswith(short):  # gold and golden, enchant and -ing
        return 0.95 if long in (short + "en", short + "n") else 0.9
    allowed = _slips(len(one))
    if len(long) - len(short) > allowed or (len(one) < 5 and not _slip_of_short(one, other)):
        return 0.0
    from rapidfuzz.distance import OSA  # only a mistake pays for the import

    distance = OSA.distance(one, other, score_cutoff=allowed)
    begins = 1.0 if one[:1] == other[:1] else 0.95  # the first letter is seldom the wrong one
    return begins * (1 - distance / max(len(one), len(other))) if distance <= allowed else 0.0


def _slip_of_short(one: str, other: str) -> bool:
    """Whether few letters may be a slip of others: left out, doubled or exchanged, but none in the place of another."""
    return one[:1] == other[:1] and (len(one) != len(other) or sorted(one) == sorted(other))


def _slips(letters: int) -> int:
    """So many letters of a word may be wrong, missing, doubled or exchanged."""
    return 0 if letters < 3 else 1 if letters < 5 else 2 if letters < 9 else min(4, letters // 4)


@lru_cache(maxsize=16384)
def _spelled(name: str) -> str:
    return " ".join(re.findall(r"[^\s_/:#-]+", name.casefold())) if name else ""

"""Hold the table of what the game calls its recipe files against such files.

    python benchmarks/check_recipe_files.py PACK [--mc VERSION]

PACK is a game's jar, or a folder with recipes as the game has them (for 1.16.5 `environment/recipes` of the PyPI wheel
`plancraft`). Laid over the book of its version, each file must say what the book says already, and have a name that
the table knows, or be of a type that no book holds.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from craftproof.recipes.formats.gamefiles import game_files
from craftproof.recipes.formats.table import load
from craftproof.recipes.library import bundled, versions


def main() -> None:
    """Compare, print what differs, and fail if anything does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pack", type=Path, help="a game's jar, or a folder with its recipes")
    parser.add_argument("--mc", choices=versions(), default="1.16.5", help="version of the game")
    arguments = parser.parse_args()
    book = bundled(arguments.mc)
    loaded = load(arguments.pack, book)
    known = [Path(each.file).stem for each in loaded.summary.outcomes if each.what == "known"]
    unnamed = sorted(set(known) - game_files(book).shares.keys())
    changed = [made.id for made in loaded.book.recipes if made not in book.recipes]
    facts = [fact for fact in loaded.summary.facts if "of the book's recipes" in fact]
    print(f"{len(known)} files say what the book of {arguments.mc} says, {loaded.summary.count('special')} are special")
    for what, found in (("names that the table lacks", unnamed), ("recipes that differ", changed), ("facts", facts)):
        if found:
            print(f"{len(found)} {what}: {', '.join(found)}")
    same = replace(loaded.book, items=book.items) == book
    if unnamed or changed or facts or not same or not known:
        raise SystemExit("the table or the book differs from the game's files")


if __name__ == "__main__":
    main()

"""Data packs, vanilla or of mods: one or several over each other, over a book.

The way of a pack: its files are gathered (`gather.py`; a later pack's file of the same name counts), tags resolved
(`tags.py`), each recipe judged by its load conditions and read by the map of its type (`reader.py`), named, and laid
over the book as an overlay would be (`laying.py`). One bad file is reported and the rest still loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..book import Book
from ..diagnostic import Diagnostic
from .account import Account, in_order
from .gather import Gathered
from .laying import Laying
from .maps import Maps, shipped
from .packfiles import Aside, PackFile, Part, is_pack_place, pack_files
from .packplaces import files_in, members
from .reader import Reader
from .shadow import Shadowed, beside, shadowed
from .slips import warnings
from .summary import Loaded, Summary, added_items
from .tagrings import tag_diagnostics

NOTHING = Book(version="unknown", items={})


def is_pack(path: Path) -> bool:
    """Whether recipes or tags of a data pack stand somewhere in a folder, or archives of some directly in it."""
    places = (file.relative_to(path).as_posix() for file, fault in files_in(path) if not fault)
    return any(map(is_pack_place, places)) or members(path, is_pack) not in ([path], [])


def load(path: Path, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """The pack, or the folder of packs, at `path` over a book. `InputError` where it is no pack at all."""
    return load_packs([path], over, maps)


def load_packs(paths: Sequence[Path], over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """Several packs as one, the later over the earlier, over a book; of a folder of packs by their names."""
    over, files, empty, facts = over or NOTHING, list[Part](), list[str](), list[str]()
    diagnostics: list[Diagnostic] = []
    for path in paths:
        packs = members(path, is_pack)
        for pack in packs:
            found = list(pack_files(pack, over.version))
            files += found
            if not any(
                isinstance(each, PackFile) or (isinstance(each, Aside) and each.what != "other") for each in found
            ):
                empty.append(pack.name)
                diagnostics += [_empty(path)] if packs == [path] else []
        if packs != [path]:
            facts.append(
                f"packs in {path}, the later over the earlier, {len(packs)}: {_few([pack.name for pack in packs])}"
            )
            diagnostics += [_empty(path)] if len(empty) == len(packs) else []
            facts += [f"without recipes or tags of items: {_few(empty)}"] if empty else []
            empty = []
    return load_files(paths, files, over, maps, "datapack", diagnostics, facts)


def load_files(
    paths: Sequence[Path],
    files: Sequence[Part],
    over: Book,
    maps: Maps | None,
    form: str,
    diagnostics: Sequence[Diagnostic] = (),
    facts: Sequence[str] = (),
) -> Loaded:
    """What the files of packs make of a book; `diagnostics` and `facts` are known of them already."""
    maps, account = maps or shipped(), Account(diagnostics=[*diagnostics])
    gathered = Gathered(over, account)
    gathered.take_all(files)
    reader = Reader(over, maps, gathered)
    read = reader.read()
    shadow = shadowed(over, gathered, read)
    laying = Laying(shadow.under, gathered.tags, account)
    laying.name(read)
    book = laying.book()
    account.diagnostics += tag_diagnostics(gathered.tags)
    account.warnings += [*warnings(over, gathered, read, maps), *beside(shadow, gathered, laying.fresh)]
    summary = Summary(
        path=", ".join(map(str, paths)),
        format=form,
        outcomes=tuple(sorted(account.outcomes, key=lambda outcome: (outcome.file, outcome.what))),
        diagnostics=in_order(account.diagnostics),
        warnings=in_order(account.warnings),
        conditions=reader.asked,
        added=added_items(over, book),
        nobody=dict(sorted(gathered.tags.nobody.items())),
        times=laying.times(),
        facts=(*facts, *gathered.facts, *_facts(over, book, laying), *_shadow_facts(shadow)),
        types=frozenset(reader.types),
    )
    return Loaded(book, summary)


def _facts(over: Book, book: Book, laying: Laying) -> list[str]:
    """Remarks on what was laid over the book."""
    facts: list[str] = []
    rest = sum(each.draft.rest for each in laying.fresh.values())
    if rest:
        what = "results by chance, or the data of their items, are left out"
        facts.append(f"{rest} recipe{'s' if rest > 1 else ''} of which {what}")
    foreign = [item for item in added_items(over, book) if ":" not in item]
    if foreign and over.items:
        facts.append(f"of the game's own items {len(foreign)} are not of {over.version}; nothing may give them")
    return facts


def _shadow_facts(shadow: Shadowed) -> list[str]:
    """Remarks on the recipes of the game that files of their names replace or disable."""
    facts: list[str] = []
    for what, recipes in (("replaced", shadow.replaced), ("disabled", shadow.disabled)):
        if recipes:
            facts.append(f"{len(recipes)} of the book's recipes {what}: {_few(recipes)}")
    return facts


def _empty(path: Path) -> Diagnostic:
    hint = "they stand in data/NAMESPACE/recipe and tags/item; the game has them there from 1.13 on"
    return Diagnostic("no-recipes", "neither recipes nor tags of items in it", hint, str(path))


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")

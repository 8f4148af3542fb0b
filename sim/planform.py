"""Reading the values of a JSON text one by one, collecting what is wrong with each and where it stands."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import cast

from ..pddl.model import State
from ..recipes.book import MAX_COUNT, Item
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.locate import Doubled, Json, Lines, Path, offsets, parse
from ..recipes.rules import SURVIVAL, Rules
from ..recipes.rulesfile import build_rules, read_rules
from ..recipes.suggest import did_you_mean, shown
from .statetext import WORN_HINT, amount_faults, parse_worn, state_of, too_many


class Form:
    """A text, its data, and the faults found so far. Every reader returns something usable after noting a fault."""

    def __init__(self, text: str, file: str) -> None:
        self.source = text
        self.file = file
        self.data: Json = parse(text, file, "`craftproof plan ITEM --format json -o FILE` writes one")
        self.faults: list[tuple[Path, bool, str, str, str]] = []

    def fault(self, path: Path, code: str, message: str, hint: str = "", *, key: bool = False) -> None:
        """Note a mistake at `path`; `key`: its key is meant."""
        self.faults.append((path, key, code, message, hint))

    def diagnostics(self) -> list[Diagnostic]:
        """All faults with their places, in the order of the text."""
        text = self.source.removeprefix("\ufeff")
        lines = Lines(text)
        starts = offsets(text, [(path, key) for path, key, *_ in self.faults])
        placed = sorted(zip(starts, self.faults, strict=True), key=lambda pair: pair[0])
        return [
            lines.diagnostic(lines.place(at), code, message, hint, self.file)
            for at, (_, _, code, message, hint) in placed
        ]

    def object(
        self, path: Path, value: Json, needed: Collection[str], known: Sequence[str], hint: str = ""
    ) -> dict[str, Json]:
        """An object with the `needed` keys and none but the `known` ones; no keys: any. `hint` tells how it looks."""
        if not isinstance(value, dict):
            self.fault(path, "type", f"expected an object, got {shown(value)}", hint)
            return {}
        entries = cast(dict[str, Json], value)
        if isinstance(value, Doubled):
            for key in value.keys_twice:
                self.fault((*path, key), "doubled-key", f"{shown(key)} stands here twice", "leave one out", key=True)
        for k, key in enumerate([key for key in needed if key not in entries]):
            self.fault(path, "missing-key", f'expected a key "{key}" here', "" if k else hint)
        for key in entries:
            if known and key not in known:
                hint = did_you_mean(key, known) or f"known here: {', '.join(known)}"
                self.fault((*path, key), "unknown-key", f"unknown key {shown(key)}", hint, key=True)
        return entries

    def list(self, path: Path, value: Json) -> list[tuple[int, Json]]:
        """The members of a list with their indices."""
        if isinstance(value, list):
            return list(enumerate(cast(list[Json], value)))
        self.fault(path, "type", f"expected a list, got {shown(value)}", "lists stand in brackets: […]")
        return []

    def text(self, path: Path, value: Json, least: int = 1) -> str:
        """A text of at least `least` characters."""
        if isinstance(value, str) and len(value) >= least:
            return value
        self.fault(path, "type", f"expected a text, got {shown(value)}")
        return "?"

    def count(self, path: Path, value: Json, least: int) -> int:
        """A whole number from `least` to 10^12."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, "type", f"expected a whole number, got {shown(value)}")
        elif value < least:
            self.fault(path, "too-small", f"expected at least {least}, got {shown(value)}")
        elif value > MAX_COUNT:
            self.fault(path, "too-large", "expected at most 10^12", "counts above 10^12 are refused")
        else:
            return value
        return least

    def counts(self, path: Path, value: Json, least: int = 0) -> dict[str, int]:
        """An object of counts by name."""
        entries = self.object(path, value, (), ())
        return {name: self.count((*path, name), n, least) for name, n in entries.items()}

    def pair(self, path: Path, value: Json) -> tuple[Item, int]:
        """An item and how many of it."""
        parts = cast(list[Json], value) if isinstance(value, list) else []
        if len(parts) == 2:
            item, n = parts
            return self.text((*path, 0), item), self.count((*path, 1), n, 1)
        self.fault(path, "type", f"expected [item, count], got {shown(cast(Json, value))}", 'such as ["oak_log", 2]')
        return "?", 1

    def rules(self, path: Path, value: Json) -> Rules:
        """The name of a preset, or an object as in files of rules."""
        if isinstance(value, str):
            value = {"preset": value}
        entries = self.object(path, value, (), ())
        before = len(self.faults)
        for key, part in entries.items():
            try:
                read_rules(json.dumps({key: part}))
            except InputError as error:
                unknown = error.diagnostics[0].message.startswith("unknown")
                at = (*path, key) if isinstance(value, dict) and key in value else path
                self.fault(at, "rules", error.diagnostics[0].message, error.diagnostics[0].hint, key=unknown)
        return build_rules(entries) if len(self.faults) == before else SURVIVAL

    def state(self, path: Path, value: Json, uses: Mapping[Item, int] | None) -> State:
        """What is held and stands, see `statetext`; where only slots are given, they are what is held."""
        data = self.object(path, value, (), ("items", "ticks", "placed", "slots", "hand"))
        amounts: list[tuple[Item, int | None, int]] = []
        for name, n in self.counts((*path, "items"), data.get("items", {})).items():
            amounts.append(self._amount((*path, "items", name), name, n, uses))
        slots = data.get("slots")
        rows = (
            None
            if slots is None
            else tuple(self._slot((*path, "slots", k), v) for k, v in self.list((*path, "slots"), slots))
        )
        if rows and "items" not in data:
            amounts = [(row[0], None, row[1]) for row in rows if row]
        hand = data.get("hand")
        for message in too_many(amounts):
            self.fault((*path, "items"), "too-large", message, "counts above 10^12 are refused")
            amounts = []
        return replace(
            state_of(amounts),
            ticks=self.counts((*path, "ticks"), data.get("ticks", {})),
            placed=self.counts((*path, "placed"), data.get("placed", {})),
            slots=rows,
            hand=None if hand is None else self.text((*path, "hand"), hand),
        )

    def _amount(self, path: Path, name: str, n: int, uses: Mapping[Item, int] | None) -> tuple[Item, int | None, int]:
        item, left, fault = parse_worn(name)
        faults = [("worn", fault, WORN_HINT)] if fault else []
        if left is not None:
            faults += amount_faults(item, left, n, {item: left} if uses is None else uses)
        for code, message, hint in faults:
            self.fault(path, code, message, hint, key=True)
        return item, left, 0 if faults else n

    def _slot(self, path: Path, value: Json) -> tuple[Item, int] | None:
        return None if value is None else self.pair(path, value)

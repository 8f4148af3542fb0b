"""Reading trees of cases from a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..recipes.locate import Json
from .answer import Branch, Cut, Leaf, Tree
from .claimed import At, texts, whole, wholes
from .planform import Form


def tree_in(form: Form, at: At, data: Mapping[str, Json]) -> Tree:
    """The tree at a place in a report; mistakes in its form are noted in `form`."""
    nodes = form.list((*at, "nodes"), data.get("nodes"))
    cuts = form.list((*at, "cuts"), data.get("cuts", []))
    folded: dict[str, Any] = form.object((*at, "folded"), data.get("folded", {}), (), ())
    if not nodes:
        form.fault((*at, "nodes"), "type", "expected at least one node")
    return Tree(
        criterion=whole(form, (*at, "criterion"), data.get("criterion")),
        value=whole(form, (*at, "value"), data.get("value"), 1),
        unit=whole(form, (*at, "unit"), data.get("unit"), 1),
        cuts=tuple(_cut(form, (*at, "cuts", k), value) for k, value in cuts),
        nodes=tuple(_node(form, (*at, "nodes", k), value) for k, value in nodes),
        folded={item: form.text((*at, "folded", item), image) for item, image in folded.items()},
        unburned=texts(form, (*at, "unburned"), data),
    )


def _cut(form: Form, at: At, value: Json) -> Cut:
    data: dict[str, Any] = form.object(at, value, ("first",), ("first", "weights", "last"))
    last = data.get("last", False)
    if not isinstance(last, bool):
        form.fault((*at, "last"), "type", "expected true or false")
    return Cut(texts(form, (*at, "first"), data), wholes(form, (*at, "weights"), data.get("weights", {})), last is True)


def _node(form: Form, at: At, value: Json) -> Branch | Leaf:
    data: dict[str, Any] = form.object(at, value, (), ())
    if "objective" not in data:
        return Branch(
            columns=texts(form, (*at, "columns"), data),
            at=whole(form, (*at, "at"), data.get("at")),
            low=whole(form, (*at, "low"), data.get("low")),
            high=whole(form, (*at, "high"), data.get("high")),
        )
    caps = form.list((*at, "caps"), data.get("caps", []))
    return Leaf(
        objective=int(whole(form, (*at, "objective"), data.get("objective")) > 0),
        prices=wholes(form, (*at, "prices"), data.get("prices", {})),
        cuts=_places(form, (*at, "cuts"), data.get("cuts", {})),
        marks=_places(form, (*at, "marks"), data.get("marks", {})),
        wants=_places(form, (*at, "wants"), data.get("wants", {})),
        limits=wholes(form, (*at, "limits"), data.get("limits", {})),
        caps=tuple(whole(form, (*at, "caps", k), y) for k, y in caps),
        groups=_places(form, (*at, "groups"), data.get("groups", {})),
    )


def _places(form: Form, at: At, value: Json) -> dict[int, int]:
    """Multipliers by the place of a row, which JSON writes as a text."""
    out: dict[int, int] = {}
    for name, n in wholes(form, at, value).items():
        if name.isascii() and name.isdigit() and len(name) < 10:
            out[int(name)] = n
        else:
            form.fault((*at, name), "place", "expected a whole number as the key", key=True)
    return out

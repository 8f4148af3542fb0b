"""Chests and trades are on only where nothing else gives the item, and say so; lava and water are poured on purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest
from craftproof.engine.plan import plan
from craftproof.recipes.library import bundled, versions
from craftproof.sim.answer import Feasible, Optimal

from . import books

KINDS = ("loot", "trade")
ONLY = "nothing else gives it"


@pytest.mark.parametrize("version", versions())
def test_what_chests_and_traders_give_is_had_nowhere_else(version: str) -> None:
    book = bundled(version)
    last = [source for source in book.sources if source.kind in KINDS and source.on]
    assert last
    for item in sorted({source.gives[0][0] for source in last}):
        rest = tuple(s for s in book.sources if s.kind not in KINDS or s.gives[0][0] != item)
        assert item not in books.obtainable(replace(book, sources=rest))


@pytest.mark.parametrize("version", versions())
def test_they_say_that_they_are_the_only_way(version: str) -> None:
    for source in bundled(version).sources:
        assert (ONLY in source.why) == (source.kind in KINDS and source.on), source.id


@pytest.mark.parametrize("version", versions())
def test_obsidian_is_made_of_lava_where_none_is_found(version: str) -> None:
    book = bundled(version)
    found = {source.id for source in book.sources if "obsidian" in dict(source.gives)} - {
        "mine obsidian from lava_bucket"
    }
    made = {recipe.id for recipe in book.recipes if "obsidian" in dict(recipe.gives)}
    answer = plan(books.problem(book, "obsidian", 3, ban=tuple(sorted(found | made))))
    assert isinstance(answer, Optimal | Feasible)
    poured = [step for step in answer.plan.steps if step.operator == "mine obsidian from lava_bucket"]
    assert sum(step.applications for step in poured) == 3
    end = answer.verdict.end.stock
    assert end["water_bucket"] >= 1
    assert end["bucket"] >= 1


@pytest.mark.parametrize("version", ["1.16.5", "1.21.4"])
def test_tall_plants_come_of_houses_in_villages(version: str) -> None:
    book = bundled(version)
    assert not {"tall_grass", "large_fern"} & book.unobtainable.keys()
    ways = {source.gives[0][0]: source for source in book.sources if source.kind == "loot"}
    assert (ways["tall_grass"].where.biomes, ways["large_fern"].where.biomes) == (("savanna",), ("taiga",))
    assert isinstance(plan(books.problem(book, "large_fern", 2)), Optimal | Feasible)

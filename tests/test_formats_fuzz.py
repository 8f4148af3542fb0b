"""A thousand packs with mistakes of every sort: a load or a diagnostic, never a traceback."""

from __future__ import annotations

import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from craftproof.recipes.check import check
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats.datapack import load_files
from craftproof.recipes.formats.maps import shipped
from craftproof.recipes.formats.packfiles import PackFile, pack_files
from craftproof.recipes.formats.table import FORMATS, load, load_all
from craftproof.recipes.library import bundled
from craftproof.recipes.write import save_book
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from .dumps import DUMP, ITEMS, RECIPES

SMALL = Path(__file__).parent / "data" / "packs" / "small"
MAP = SMALL.parent / "press.map.json"
MACHINES = {
    "crush": {
        "type": "create:crushing",
        "ingredients": [{"item": "x:a"}],
        "results": [{"item": "x:b", "chance": 0.5}, {"item": "x:c"}],
        "processingTime": 9,
    },
    "mix": {
        "type": "create:mixing",
        "heatRequirement": "heated",
        "ingredients": [{"tag": "coals"}, {"item": "x:a"}],
        "results": [{"item": "x:d"}],
    },
    "deploy": {
        "type": "create:deploying",
        "keepHeldItem": True,
        "ingredients": [{"item": "x:a"}, {"item": "x:b"}],
        "results": [{"item": "x:e"}],
    },
    "saw": {
        "type": "mekanism:sawing",
        "input": {"item": "x:a", "count": 2},
        "main_output": {"id": "x:f"},
        "secondary_output": {"id": "x:g"},
        "secondary_chance": 1.0,
    },
    "mold": {
        "type": "tconstruct:molding_table",
        "material": {"item": "x:a"},
        "pattern": {"tag": "coals"},
        "result": "x:h",
    },
    "build": {
        "type": "create:mechanical_crafting",
        "pattern": ["aaaa", "a  a"],
        "key": {"a": {"item": "x:a"}},
        "result": {"item": "x:i"},
    },
}
FILES = [file for file in pack_files(SMALL) if isinstance(file, PackFile)]
FILES += [
    PackFile(f"x:{n}", "x", False, f"data/x/recipes/{n}.json", json.dumps(d).encode()) for n, d in MACHINES.items()
]
MAPS = shipped().with_file(MAP)
MOD_TYPES = [
    "create:crushing",
    "create:mixing",
    "create:deploying",
    "mekanism:sawing",
    "mekanism:combining",
    "tconstruct:molding_table",
    "create:mechanical_crafting",
    "crafting_shaped",
    "smithing_transform",
    "forge:conditional",
]
WORDS = """item tag id count chance type values value result results ingredients ingredient key pattern # recipes recipe
conditions base subtracted children amount fluid input output main_output secondary_output secondary_chance cookingtime
heatRequirement"""
KEYS = st.sampled_from(WORDS.split())
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.sampled_from([10**13, 10**40, 0.5, 2.0, float("inf"), float("nan"), "", " ", "#", "a b", "\ud800", "\x00"])
    | st.sampled_from(
        ["gear:cog", "#gear:plates", "minecraft:stick", "#minecraft:logs", "forge:true", "mod", "x" * 300]
    )
    | st.sampled_from(MOD_TYPES)
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)


def spots(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value in some JSON."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for key, inner in pairs for spot in spots(inner, (*path, key)))]


def changed(value: object, path: tuple[str | int, ...], put: object) -> object:
    """The JSON with another value at a path; without it where `put` is Ellipsis."""
    if not path:
        return put
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(path) == 1 and put is ...:
        del copy[path[0]]
    else:
        copy[path[0]] = changed(copy[path[0]], path[1:], put)
    return copy


@st.composite
def mutated(draw: st.DrawFn) -> list[PackFile]:
    """The small pack with one to three of its files spoiled: a value replaced or left out, or bytes changed."""
    files = list(FILES)
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(files) - 1))
        raw = files[index].raw or b""
        if draw(st.integers(0, 3)) == 0:
            raw = spoiled(draw, raw)
        else:
            try:
                data = json.loads(raw)
            except (ValueError, RecursionError):
                data = {}
            path = draw(st.sampled_from(spots(data)))
            put = ... if path and draw(st.booleans()) else draw(VALUES)
            raw = json.dumps(changed(data, path, put)).encode()
        files[index] = PackFile(files[index].name, files[index].namespace, files[index].is_tag, files[index].file, raw)
    return files


def spoiled(draw: st.DrawFn, raw: bytes) -> bytes:
    at = draw(st.integers(0, max(0, len(raw) - 1)))
    put = draw(st.sampled_from([b"", b"\xff", b"{", b"]", b'"', b"[" * 3000, b"\x00", b",", b"1e999", "é".encode()]))
    return raw[:at] + put + raw[at + draw(st.integers(0, 9)) :]


@settings(
    max_examples=1000,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(mutated())
@example([PackFile("x:y", "x", False, "y.json", b'{"type": ["a"]}')])
@example([PackFile("x:y", "x", True, "y.json", b'{"values": [{"id": "#x:y", "required": 0}]}')])
def test_spoiled_packs_load_or_are_told(files: list[PackFile]) -> None:
    loaded = load_files([SMALL], files, EMPTY, MAPS, "datapack")
    assert len(loaded.summary.outcomes) == len(files)
    assert loaded.summary.count("faulty") <= len(loaded.summary.diagnostics)
    assert check(loaded.book) == []
    json.dumps(loaded.summary.to_data())
    assert loaded.summary.text()


EMPTY = load(SMALL, None).book
"""A small book underneath, so that a thousand loads take seconds."""


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 6000), st.binary(min_size=0, max_size=30))
def test_spoiled_archives_load_or_are_told(tmp_path_factory, at: int, put: bytes) -> None:
    path = tmp_path_factory.mktemp("packs") / "pack.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in FILES:
            archive.writestr(f"data/{file.namespace}/recipes/{file.name.rpartition('/')[2]}.json", file.raw or b"")
    raw = path.read_bytes()
    path.write_bytes(raw[:at] + put + raw[at + len(put) :])
    try:
        book = load(path, EMPTY).book
    except InputError as error:
        told = error.diagnostics
    else:
        told = check(book) == []
    assert told


def test_the_bundled_book_stays_whole_under_a_spoiled_pack() -> None:
    spoilt = [PackFile(f.name, f.namespace, f.is_tag, f.file, (f.raw or b"")[:-9]) for f in FILES]
    loaded = load_files([SMALL], spoilt, bundled(), MAPS, "datapack")
    assert loaded.summary.count("faulty") == len(FILES)
    assert loaded.book == bundled()


SHAPES: dict[str, dict[str, object]] = {
    "book": {"b.json": json.loads(save_book(EMPTY))},
    "minecraft-data": {"items.json": ITEMS, "recipes.json": RECIPES, "version.json": {"minecraftVersion": "1.11"}},
    "minedojo": {"mc_constants.json": DUMP},
    "datapack": {
        "pack.mcmeta": {
            "pack": {"pack_format": 6},
            "overlays": {"entries": [{"formats": [4, 6], "directory": "a"}, {"min_format": 5, "directory": "b"}]},
            "filter": {"block": [{"namespace": "gear", "path": "recipes?/x.*"}]},
        },
        "data/x/recipes/one.json": MACHINES["saw"],
        "a/data/x/tags/items/t.json": {"values": ["x:a", "#x:t"], "remove": ["x:b"], "replace": True},
    },
    "recipes": {"recipes/one.json": MACHINES["crush"] | {"type": "crafting_shapeless"}},
    "map": {"m.json": json.loads(MAP.read_text(encoding="utf-8"))},
}
"""For each format (and for maps) files that it loads."""


def test_every_format_is_spoiled_here() -> None:
    assert SHAPES.keys() == {*FORMATS, "map"}


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_spoiled_files_of_every_format_load_or_are_told_with_their_place(name: str, data: st.DataObject) -> None:
    files = {place: json.dumps(content, indent=1) for place, content in SHAPES[name].items()}
    place = data.draw(st.sampled_from(sorted(files)))
    if data.draw(st.integers(0, 4)) == 0:
        raw = spoiled(data.draw, files[place].encode())
    else:
        path = data.draw(st.sampled_from(spots(SHAPES[name][place])))
        put = ... if path and data.draw(st.booleans()) else data.draw(VALUES)
        raw = json.dumps(changed(SHAPES[name][place], path, put), indent=1).encode()
    with tempfile.TemporaryDirectory() as folder:
        for each, text in files.items():
            (Path(folder) / each).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / each).write_bytes(raw if each == place else text.encode())
        target = Path(folder, place) if name in ("book", "map", "minedojo") else Path(folder)
        try:
            laid, told = load_all([target], EMPTY, [target] if name == "map" else [])
        except InputError as error:
            found, laid, told = error.diagnostics, EMPTY, []
        else:
            found = ()
        assert all(mistake.message and (mistake.line or mistake.file) for mistake in found)
        assert check(laid) == []
        assert all(summary.text() and json.dumps(summary.to_data()) for summary in told)

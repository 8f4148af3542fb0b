"""Packs over each other: overlays and filters of `pack.mcmeta`, folders of packs, jars within jars, empty packs."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from craftproof.recipes.book import Book
from craftproof.recipes.formats.packmeta import format_of
from craftproof.recipes.formats.summary import Loaded
from craftproof.recipes.formats.table import detect, load, load_all
from craftproof.recipes.library import bundled


def cutting(taken: str, given: str = "x:thing") -> str:
    return json.dumps({"type": "stonecutting", "ingredient": {"item": taken}, "result": given, "count": 1})


def meta(**parts: object) -> str:
    return json.dumps({"pack": {"pack_format": 48, "description": ""}, **parts})


def overlays(**formats: object) -> str:
    entries = [
        {"directory": name} | (span if isinstance(span, dict) and "min_format" in span else {"formats": span})
        for name, span in formats.items()
    ]
    return meta(overlays={"entries": entries})


def folder(path: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        (path / place).parent.mkdir(parents=True, exist_ok=True)
        (path / place).write_text(text, encoding="utf-8")
    return path


def jar(files: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for place, content in files.items():
            archive.writestr(place, content)
    return out.getvalue()


def taken_for(book: Book, item: str = "x:thing") -> list[str]:
    return sorted(i.any_of[0] for made in book.recipes if made.gives[0][0] == item for i in made.takes)


PLACE = "data/x/recipe/thing.json"


def with_overlays(path: Path, text: str) -> Path:
    files = {"pack.mcmeta": text, PLACE: cutting("dirt"), f"a/{PLACE}": cutting("sand"), f"b/{PLACE}": cutting("clay")}
    return folder(path, files)


@pytest.mark.parametrize(
    ("text", "by_version"),
    [
        (overlays(a=6), {"1.16.5": "sand", "1.21.4": "dirt"}),
        (overlays(a=[57, 61]), {"1.16.5": "dirt", "1.21.4": "sand"}),
        (overlays(a={"min_inclusive": 4, "max_inclusive": 61}, b=[61, 70]), {"1.16.5": "sand", "1.21.4": "clay"}),
        (overlays(a={"min_format": 57, "max_format": [61, 1]}), {"1.16.5": "dirt", "1.21.4": "sand"}),
        (overlays(a={"min_format": [88, 0], "max_format": 94}), {"1.16.5": "dirt", "1.21.4": "dirt"}),
        (meta(), {"1.16.5": "dirt", "1.21.4": "dirt"}),
    ],
)
def test_only_overlays_for_the_versions_format_count(tmp_path: Path, text: str, by_version: dict[str, str]) -> None:
    pack = with_overlays(tmp_path, text)
    for version, item in by_version.items():
        loaded = load(pack, bundled(version))
        assert taken_for(loaded.book) == [item]
        assert len(loaded.summary.outcomes) == 4
        assert loaded.summary.count("left out") + loaded.summary.count("overridden") == 2


def test_what_does_not_count_says_why(tmp_path: Path) -> None:
    loaded = load(with_overlays(tmp_path, overlays(a=[57, 61])), bundled())
    assert loaded.summary.by_type("left out") == {
        "(its folder is none of the overlays that pack.mcmeta names)": 1,
        "(its overlay is for pack format 57 to 61, not 6)": 1,
    }


@pytest.mark.parametrize(
    ("key", "condition"),
    [
        ("fabric:overlays", {"condition": {"condition": "fabric:all_mods_loaded", "values": ["y"]}}),
        (
            "neoforge:overlays",
            {"formats": [4, 70], "neoforge:conditions": [{"type": "neoforge:mod_loaded", "modid": "y"}]},
        ),
    ],
)
def test_overlays_that_ask_for_another_mod_are_left_out(tmp_path: Path, key: str, condition: dict[str, object]) -> None:
    entry = {"directory": "a"} | condition
    loaded = load(with_overlays(tmp_path, meta(**{key: {"entries": [entry]}})), bundled())
    assert taken_for(loaded.book) == ["dirt"]
    assert "(its overlay asks for a condition of a mod loader)" in loaded.summary.by_type("left out")


def test_a_pack_alone_takes_the_overlays_of_its_own_format(tmp_path: Path) -> None:
    assert taken_for(load(with_overlays(tmp_path, overlays(a=48, b=61))).book) == ["sand"]


@pytest.mark.parametrize(
    ("version", "number"),
    [("1.16.5", 6), ("1.20.5", 41), ("1.21.1", 48), ("1.21.4", 61), ("1.11.2", None), ("my own", None)],
)
def test_formats_by_version(version: str, number: int | None) -> None:
    assert format_of(version) == number


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ('{"overlays": {"entries": [{"formats": [1, 2, 3], "directory": "a"}]}}', 38, "length"),
        ('{"overlays": {"entries": [{"formats": "6", "directory": "a"}]}}', 38, "type"),
        ('{"overlays": {"entries": [{"formats": 6, "directory": 7}]}}', 54, "text"),
        ('{"overlays": {"entries": 5}}', 25, "type"),
        ('{"filter": {"block": [{"path": "("}]}}', 31, "text"),
        ('{"filter": {"block": [5]}}', 22, "type"),
        ('{"filter": }', 11, "syntax"),
    ],
)
def test_mistakes_in_a_description_have_a_place_and_the_rest_loads(
    tmp_path: Path, text: str, place: int, code: str
) -> None:
    loaded = load(with_overlays(tmp_path, text), bundled())
    told = [(Path(d.file).name, d.line, d.column - 1, d.code) for d in loaded.summary.diagnostics]
    assert told == [("pack.mcmeta", 1, place, code)]
    assert taken_for(loaded.book) == ["dirt"]


def over_a_filter(path: Path, *blocks: dict[str, str], version: str = "1.16.5") -> Loaded:
    below = folder(path / "below", {PLACE: cutting("dirt"), "data/x/recipe/rod.json": cutting("dirt", "x:rod")})
    files = {"pack.mcmeta": meta(filter={"block": list(blocks)}), "data/x/recipe/own.json": cutting("dirt", "x:own")}
    above = folder(path / "zabove", files)
    book, told = load_all([below, above], bundled(version))
    return Loaded(book, told[0])


def test_a_filter_hides_what_lies_below_and_not_its_own(tmp_path: Path) -> None:
    loaded = over_a_filter(tmp_path, {"namespace": "^x$", "path": r"recipe/(thing|own)\.json"})
    given = {made.gives[0][0] for made in loaded.book.recipes}
    assert {"x:rod", "x:own"} <= given
    assert "x:thing" not in given
    assert loaded.summary.count("filtered") == 1
    assert "recipes of packs below 1, of the book 0; tags 0" in loaded.summary.text()


@pytest.mark.parametrize("version", ["1.16.5", "1.21.4"])
def test_a_filter_hides_recipes_of_the_game(tmp_path: Path, version: str) -> None:
    loaded = over_a_filter(tmp_path, {"namespace": "minecraft", "path": "^recipes?/stick.json"}, version=version)
    before, after = ({made.id for made in book.recipes} for book in (bundled(version), loaded.book))
    assert {name for name in before - after if name.startswith("craft stick")} == {"craft stick from planks"}
    assert before - after == {"craft stick from planks"}


def test_a_filter_without_a_path_hides_a_whole_namespace(tmp_path: Path) -> None:
    loaded = over_a_filter(tmp_path, {"namespace": "minecraft"})
    assert {made.gives[0][0] for made in loaded.book.recipes} == {"x:thing", "x:rod", "x:own"}


def mods(path: Path, press: str, *, extra: bool = False) -> Path:
    path.mkdir()
    (path / "b-gear.jar").write_bytes(jar({PLACE: cutting(press), "META-INF/MANIFEST.MF": ""}))
    (path / "a-base.zip").write_bytes(jar({PLACE: cutting("dirt"), "data/y/recipe/rod.json": cutting("sand", "y:rod")}))
    (path / "library.jar").write_bytes(jar({"org/Thing.class": "…"}))
    (path / "options.txt").write_text("", encoding="utf-8")
    if extra:
        (path / "c-new.jar").write_bytes(jar({"data/z/recipe/new.json": cutting("stone", "z:new")}))
    return path


def test_a_folder_of_jars_is_a_list_of_packs_in_the_order_of_names(tmp_path: Path) -> None:
    place = mods(tmp_path / "mods", "clay")
    assert detect(place) == "datapack"
    loaded = load(place, bundled())
    assert taken_for(loaded.book) == ["clay"]
    assert loaded.summary.count("overridden") == 1
    assert "the later over the earlier, 3: a-base.zip, b-gear.jar, library.jar" in loaded.summary.text()
    assert "without recipes or tags of items: library.jar" in loaded.summary.text()
    assert loaded.summary.diagnostics == ()


def test_two_versions_of_a_modpack_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from craftproof.cli.main import run

    one, two = mods(tmp_path / "mods1", "clay"), mods(tmp_path / "mods2", "stone", extra=True)
    assert run(["book", "diff", str(one), str(two)]) == 0
    told = capsys.readouterr().out
    assert "+ cut z:new: stone -> 1 z:new" in told
    assert "~ cut x:thing" in told


def test_a_folder_of_packs_that_are_folders(tmp_path: Path) -> None:
    folder(tmp_path / "2", {"pack.mcmeta": meta(), PLACE: cutting("clay")})
    folder(tmp_path / "1", {"pack.mcmeta": meta(), PLACE: cutting("dirt")})
    assert taken_for(load(tmp_path, bundled()).book) == ["clay"]


def test_jars_within_jars_are_read_below_what_holds_them(tmp_path: Path) -> None:
    deepest = jar({"data/z/recipe/deep.json": cutting("dirt", "z:deep")})
    inner = jar(
        {PLACE: cutting("sand"), "data/y/recipe/in.json": cutting("dirt", "y:in"), "META-INF/jars/d.jar": deepest}
    )
    (tmp_path / "mod.jar").write_bytes(jar({"META-INF/jarjar/inner.jar": inner, PLACE: cutting("clay")}))
    loaded = load(tmp_path / "mod.jar", bundled())
    assert taken_for(loaded.book) == ["clay"]
    assert taken_for(loaded.book, "y:in") == taken_for(loaded.book, "z:deep") == ["dirt"]
    assert loaded.summary.count("loaded") == 3
    assert loaded.summary.count("overridden") == 1


def test_a_damaged_jar_within_a_jar_is_told(tmp_path: Path) -> None:
    (tmp_path / "mod.jar").write_bytes(jar({"META-INF/jars/inner.jar": b"no jar", PLACE: cutting("clay")}))
    loaded = load(tmp_path / "mod.jar", bundled())
    assert [(d.code, d.file.rpartition("/")[2]) for d in loaded.summary.diagnostics] == [("no-archive", "inner.jar")]
    assert taken_for(loaded.book) == ["clay"]


def test_of_several_packs_an_empty_one_is_told(tmp_path: Path) -> None:
    full, empty = folder(tmp_path / "full", {PLACE: cutting("clay")}), tmp_path / "empty.jar"
    empty.write_bytes(jar({"org/Thing.class": ""}))
    _, told = load_all([full, empty], bundled())
    assert [(d.code, Path(d.file).name) for d in told[0].diagnostics] == [("no-recipes", "empty.jar")]

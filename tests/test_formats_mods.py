"""Which mods are there: what a loader's file says, what a pack's folders let guess, and what can't be told."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from craftproof.recipes.formats.datapack import load_packs
from craftproof.recipes.formats.summary import Loaded
from craftproof.recipes.library import bundled

TOML = '[[mods]]\nmodId="gear"\n[[mods]]\nmodId="cog"\n[[dependencies.gear]]\nmodId="minecraft"\n'


def asking(modid: str, result: str) -> str:
    """A recipe that counts if a mod is there."""
    condition = {"type": "forge:mod_loaded", "modid": modid}
    cut = {"type": "stonecutting", "ingredient": "stick", "result": result, "count": 1}
    return json.dumps({"conditions": [condition]} | cut)


def loaded(tmp_path: Path, *packs: dict[str, str]) -> Loaded:
    """Jars by the texts of their files, laid over each other."""
    paths = [tmp_path / f"{index}.jar" for index in range(len(packs))]
    for path, files in zip(paths, packs, strict=True):
        with zipfile.ZipFile(path, "w") as archive:
            for place, text in files.items():
                archive.writestr(place, text)
    return load_packs(paths, bundled())


FILES = {
    "data/gear/recipes/a.json": asking("gear", "gear:a"),
    "data/gear/recipes/b.json": asking("botania", "gear:b"),
    "data/botania/recipes/c.json": asking("elsewhere", "gear:c"),
}


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("META-INF/mods.toml", TOML),
        ("META-INF/neoforge.mods.toml", TOML),
        ("fabric.mod.json", '{"id": "gear", "provides": ["cog"]}'),
        ("quilt.mod.json", '{"quilt_loader": {"id": "gear"}}'),
        ("src/main/resources/META-INF/mods.toml", TOML),
    ],
)
def test_a_file_in_a_mods_namespace_does_not_make_it_loaded(tmp_path: Path, place: str, text: str) -> None:
    assert loaded(tmp_path, FILES | {place: text}).summary.conditions == {
        ("mod gear", True): 1,
        ("mod botania", False): 1,
        ("mod elsewhere", False): 1,
    }


@pytest.mark.parametrize("text", ["", "[[mods]", '[[mods]]\nmodId="${mod_id}"', "mods=5", "[[mods]]\nmodId=5"])
def test_where_nothing_says_it_a_mod_with_some_files_cannot_be_judged(tmp_path: Path, text: str) -> None:
    summary = loaded(tmp_path, FILES | {"META-INF/mods.toml": text}).summary
    assert summary.conditions == {("mod gear", True): 1, ("mod botania", None): 1, ("mod elsewhere", False): 1}
    assert summary.count("loaded") == 2


def test_a_mod_of_another_pack_is_there(tmp_path: Path) -> None:
    botania = {"META-INF/mods.toml": '[[mods]]\nmodId="botania"'}
    summary = loaded(tmp_path, FILES | {"META-INF/mods.toml": TOML}, botania).summary
    assert summary.conditions["mod botania", True] == 1


def test_an_item_of_a_mod_that_may_be_there_cannot_be_judged(tmp_path: Path) -> None:
    items = ("minecraft:stick", "minecraft:no_such_thing", "gear:wheel", "other:wheel")
    files = {
        f"data/gear/recipes/{index}.json": asking("gear", f"gear:{index}")
        .replace("forge:mod_loaded", "forge:item_exists")
        .replace('"modid": "gear"', f'"item": "{item}"')
        for index, item in enumerate(items)
    }
    assert loaded(tmp_path, files).summary.conditions == {
        ("item stick", True): 1,
        ("item no_such_thing", False): 1,
        ("item gear:wheel", None): 1,
        ("item other:wheel", False): 1,
    }

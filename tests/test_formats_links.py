"""Packs behind links: followed where they lead somewhere, told where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats import packplaces
from craftproof.recipes.formats.datapack import load
from craftproof.recipes.formats.table import detect
from craftproof.recipes.library import bundled

STICK = '{"type": "stonecutting", "ingredient": "dirt", "result": "x:thing", "count": 1}'


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A pack of one recipe."""
    place = tmp_path / "real" / "data" / "x" / "recipes" / "thing.json"
    place.parent.mkdir(parents=True)
    place.write_text(STICK, encoding="utf-8")
    return tmp_path / "real"


@pytest.mark.parametrize("linked", ["data", "data/x", "data/x/recipes", "data/x/recipes/thing.json"])
def test_a_link_is_followed(tmp_path: Path, real: Path, linked: str) -> None:
    link = tmp_path / "pack" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(real / linked)
    assert detect(tmp_path / "pack") == "datapack"
    loaded = load(tmp_path / "pack", bundled())
    assert "x:thing" in loaded.book.items
    assert loaded.book == load(real, bundled()).book


def test_links_that_lead_nowhere_and_back_are_told(real: Path) -> None:
    (real / "data" / "gone").symlink_to(real / "nowhere")
    (real / "data" / "x" / "back").symlink_to(real)
    (real / "loop").symlink_to(real / "loop")
    loaded = load(real, bundled())
    assert [(d.code, d.message) for d in loaded.summary.diagnostics] == [
        ("link", "a link to what is not there"),
        ("link", "a link to a folder that it lies in"),
        ("link", "a link to what is not there"),
    ]
    assert "x:thing" in loaded.book.items


def test_a_web_of_links_is_not_walked_for_ever(real: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packplaces, "MOST_FILES", 1000)
    for level in range(12):
        (real / f"l{level}").mkdir()
        for way in "ab":
            (real / f"l{level}" / way).symlink_to(real / f"l{level + 1}")
    with pytest.raises(InputError) as caught:
        load(real, bundled())
    assert [d.code for d in caught.value.diagnostics] == ["too-large"]

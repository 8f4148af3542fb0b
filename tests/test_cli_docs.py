"""What README.md and the pages of docs/ show is what happens. Run as a script, this writes the outputs anew."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import craftproof
import pytest
from craftproof.cli.main import run
from craftproof.recipes.rules import COSTS, Rules
from craftproof.recipes.rulesfile import CHOICES, read_rules

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/architecture.md", "docs/explain.md", "docs/proofs.md")
BLOCK = re.compile(r"(?ms)^```console\n(.*?)^```$")


def shown(command: str) -> str:
    """What a terminal shows for one command: `cat` of a file that the block itself brings, or craftproof."""
    words = shlex.split(command)
    assert words[0] == "craftproof", command
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        run(words[1:])
    return text.getvalue()


def replayed(block: str) -> str:
    """A console block with the output that its commands have now; `cat FILE` brings the file with what follows it."""
    out: list[str] = []
    for part in re.split(r"(?m)^(?=\$ )", block):
        if not part:
            continue
        command, _, output = part.removeprefix("$ ").partition("\n")
        if command.startswith("cat "):
            Path(command[4:]).write_text(output, encoding="utf-8")
        else:
            output = shown(command)
        out.append(f"$ {command}\n{output}")
    return "".join(out)


@contextlib.contextmanager
def somewhere_else() -> Iterator[None]:
    """A folder of its own as the working directory."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


@pytest.mark.parametrize("page", PAGES)
def test_the_console_blocks_of_a_page_are_what_happens(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    with somewhere_else():
        for block in blocks:
            assert replayed(block) == block


@pytest.mark.parametrize("page", PAGES)
def test_the_python_blocks_of_a_page_are_what_happens(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)


def test_the_examples_of_the_package_are_what_happens() -> None:
    failed, tried = doctest.testmod(craftproof)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize(
    "page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md", "docs/law.md", "docs/add-a-rule.md", "docs/books.md"]
)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert not [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]


def test_the_public_names_are_there_and_named_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [name for name in dir(craftproof) if not name.startswith("_")]
    for name in names:
        assert getattr(craftproof, name) is not None
    assert [name for name in names if f"`{name}`" not in readme] == ["Answer"]
    with pytest.raises(AttributeError, match="its public names are"):
        craftproof.plam  # noqa: B018 - the attribute is what is asked for


def test_the_readme_names_every_key_of_a_file_of_rules_with_its_choices() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = readme[readme.index("Its keys: ") :].partition("\n\n")[0]
    names = [field.name for field in fields(Rules)]
    assert [name for name in [*names, "preset", "craftproof", *COSTS] if f"`{name}`" not in text] == []
    assert [c for choices in CHOICES.values() for c in choices if f"`{c}`" not in text] == []
    example = re.search(r'(?m)^    (\{"preset".*\})$', readme)
    assert example
    assert read_rules(example[1]).fuel is False


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    for name in PAGES:
        file = ROOT / name
        with somewhere_else():
            new = BLOCK.sub(lambda m: f"```console\n{replayed(m[1])}```", file.read_text(encoding="utf-8"))
        file.write_text(new, encoding="utf-8")

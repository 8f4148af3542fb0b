"""The command as a person meets it: what it prints, on which stream, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import jsonschema
import pytest
from craftproof.cli.app import EXAMPLES
from craftproof.cli.main import FAULT, FINE, INTERRUPTED, MISUSED, OUT_OF_BUDGET, REFUSED, run

ROOT = Path(__file__).parents[1]
COMMANDS = ("plan", "verify", "recipes", "items", "doctor")


def schema(path: str) -> dict[str, object]:
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from craftproof.cli.main import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


def test_exit_codes_are_an_interface() -> None:
    assert (FINE, REFUSED, MISUSED, FAULT, OUT_OF_BUDGET, INTERRUPTED) == (0, 1, 2, 3, 4, 130)


def test_the_versions_agree(capsys: pytest.CaptureFixture[str]) -> None:
    import craftproof

    assert run(["--version"]) == FINE
    assert capsys.readouterr().out == f"craftproof {craftproof.__version__}\n"
    assert metadata.version("craftproof") == craftproof.__version__


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], *([c, "--help"] for c in COMMANDS)])
def test_help_goes_to_standard_output_in_80_columns(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == FINE
    out, err = capsys.readouterr()
    assert out.startswith("Usage: craftproof")
    assert max(map(len, out.splitlines())) <= 80
    assert not err


def test_no_arguments_show_the_help_and_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == MISUSED
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("line", [line.strip() for line in EXAMPLES.splitlines() if line.startswith("  craftproof")])
def test_every_example_of_the_help_works(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()[1:]) == FINE
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "texts"),
    [
        (["plam"], ["No such command 'plam'", "Did you mean 'plan'?", "hint: `craftproof --help`"]),
        (["plan", "stick", "--hav", "coal"], ["No such option: --hav", "hint: `craftproof plan --help`"]),
        (["items", "--formt", "json"], ["--format"]),
        (["plan"], ["ITEM[=N]"]),
        (["plan", "stick", "--format", "yaml"], ["yaml", "json"]),
        (["plan", "stick", "--budget", "soon"], ["--budget: soon is no time to plan in", "seconds, such as"]),
        (["plan", "stick", "--budget", "٣"], ["--budget: ٣ is no time to plan in"]),
        (["plan", "stick=٣"], ["`٣` is not a count"]),
        (["plan", "stick", "--have", "stick="], ["--have: a count is missing after `stick=`"]),
        (["plan", "stick", "--limit", "coal"], ["--limit: `coal` has no number"]),
        (["plan", "stick", "--keep", "nosuch"], ['--keep: "nosuch" is no item']),
        (["plan", "stick", "--ban", "nosuch"], ['--ban: "nosuch" is no item']),
        (["plan", "stick", "--cost", "gold"], ["--cost: there is no cost `gold`"]),
        (["plan", "stick", "--rules", "none"], ["--rules: there are no rules `none`"]),
        (["verify", "README.md", "--goal", "nosuch"], ['--goal: "nosuch" is no item']),
        (["plan", "stick", "--budget", "-1"], ["--budget: -1.0 is no time to plan in"]),
        (["plan", "diamnod"], ["diamnod", "did you mean", "diamond"]),
        (["plan", "stick=-4", "--have", "dirt=x"], ["-4 is too few", "`x` is not a count"]),
        (["plan", "stick", "--mc", "1.3"], ["--mc: ", "1.3", "1.16.5"]),
        (["plan", "stick", "--rules", "surviva"], ["did you mean `survival`?"]),
        (["plan", "stick", "--book", "missing.json"], ["missing.json", "no such file"]),
        (["plan", "stick", "--have", "@missing.txt"], ["missing.txt", "no such file"]),
        (["plan", "stick", "-o", "/nowhere/at/all.txt"], ["/nowhere/at/all.txt", "cannot be written"]),
        (["recipes", "stik"], ["stik", "stick"]),
        (["verify", "missing.json"], ["missing.json", "no such file"]),
    ],
)
def test_a_users_mistake_is_told_on_standard_error(
    arguments: list[str], texts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == MISUSED
    out, err = capsys.readouterr()
    assert not out
    assert "Traceback" not in err
    assert err.startswith("error: ")
    for text in texts:
        assert text in err


def test_all_mistakes_of_a_book_are_told_with_their_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.json"
    recipe = '{"id": "craft b", "kind": "crafting", "takes": [{"any_of": "c"}], "gives": {}}'
    book.write_text(
        f'{{"craftproof": "book/1", "version": "x", "items": {{"a": {{}}}},\n "recipes": [\n {recipe}]}}',
        encoding="utf-8",
    )
    assert run(["plan", "a", "--book", str(book)]) == MISUSED
    err = capsys.readouterr().err
    assert err.count(f"{book}:3:") == 2
    assert err.count("error: ") == 2


def test_a_fault_of_ours_is_owned_up_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("craftproof.engine.find.bundled", fail)
    assert run(["items"]) == FAULT
    err = capsys.readouterr().err
    assert "its own fault: ZeroDivisionError: planted" in err
    assert "Please report it" in err
    assert "Traceback" not in err
    assert run(["items", "--debug"]) == FAULT
    assert "Traceback" in capsys.readouterr().err


def test_an_interruption_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("craftproof.engine.find.bundled", interrupt)
    assert run(["items"]) == INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"


def test_a_closed_pipe_is_no_mistake() -> None:
    program = "from craftproof.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "items"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert command.stderr.read() == ""
        assert command.wait(timeout=60) == FINE


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a line in which `craftproof` is the command."""
    command = f"{sys.executable} -c 'from craftproof.cli.main import main; main()'"
    line = line.replace("craftproof", command)
    env = {**os.environ, **environment}
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=120, check=False, env=env)


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
@pytest.mark.parametrize("arguments", ["plan stick --max-nodes 0", "items stick --format json", "--help", "--version"])
def test_a_standard_output_that_takes_nothing_is_told(arguments: str, where: str) -> None:
    done = shell(f"craftproof {arguments} {where}")
    assert done.returncode == MISUSED
    assert done.stderr.startswith("error: standard output cannot be written: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-"])
def test_remarks_that_nobody_can_read_change_nothing(where: str) -> None:
    done = shell(f"craftproof plan no_such_thing {where}")
    assert (done.returncode, done.stdout) == (MISUSED, "")


def test_a_closed_standard_output_does_not_stop_a_file_from_being_written(tmp_path: Path) -> None:
    file = tmp_path / "items.txt"
    assert shell(f"craftproof items pickaxe -o {file} >&-").returncode == FINE
    assert file.read_text(encoding="utf-8") == ITEMS


def test_ctrl_c_before_the_work_begins_prints_no_traceback() -> None:
    """The signal comes while modules are imported: the module that is looked for sends it."""
    code = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from craftproof.cli.main import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "plan", "stick"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "interrupted\n")


def test_ctrl_c_ends_a_proof_with_the_best_so_far() -> None:
    command = [sys.executable, "-c", "from craftproof.cli.main import main; main()"]
    with subprocess.Popen(
        [*command, "plan", "brick_stairs=1000", "prismarine_wall=1000", "--budget", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as working:
        time.sleep(3)
        working.send_signal(signal.SIGINT)
        out, err = working.communicate(timeout=60)
    assert (working.returncode, err) == (INTERRUPTED, "interrupted\n")
    assert out.startswith("feasible: ")


@pytest.mark.parametrize(("columns", "most"), [("50", 50), ("1", 40), ("120", 120), ("wide", 80)])
def test_text_fills_the_width_it_is_given(columns: str, most: int) -> None:
    done = shell("craftproof plan stone_pickaxe --max-nodes 0", COLUMNS=columns)
    widest = max(map(len, done.stdout.splitlines()))
    assert widest <= most
    assert widest > most - 12 or most > 100


def test_diagnostics_are_wrapped_where_a_width_is_given_and_whole_lines_elsewhere() -> None:
    wrong = "craftproof plan no_such_thing_in_all_the_world"
    whole = shell(wrong, COLUMNS="").stderr
    narrow = shell(wrong, COLUMNS="45").stderr
    assert len(whole.splitlines()) == 2
    assert max(map(len, narrow.splitlines())) <= 45 < max(map(len, whole.splitlines()))
    assert narrow.split() == whole.split()


def test_piped_output_is_plain_and_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    from craftproof.cli.output import coloured

    assert "\x1b" not in process("items", "stick").stdout
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert coloured(True)
    assert not coloured(False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured(True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not coloured(True)


def test_a_terminal_gets_the_same_text_with_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from craftproof.cli import output

    text = "optimal: stick x4\n\nSteps\n  1. mine oak_log x1\n" + "long " * 40
    output.emit(text)
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(output, "coloured", lambda _: True)
    output.emit(text)
    marked = capsys.readouterr().out
    assert "\x1b[" in marked
    assert re.sub(r"\x1b\[[\d;]*m", "", marked) == plain


def test_text_that_the_stream_cannot_hold_is_escaped() -> None:
    bad = process("recipes", "Stück", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert bad.returncode == MISUSED
    assert "Traceback" not in bad.stderr


ITEMS = """\
diamond_pickaxe                      Diamond Pickaxe
golden_pickaxe                       Golden Pickaxe
iron_pickaxe                         Iron Pickaxe
netherite_pickaxe                    Netherite Pickaxe
stone_pickaxe                        Stone Pickaxe
wooden_pickaxe                       Wooden Pickaxe
"""


@pytest.mark.parametrize("pattern", ["pickaxe", "*_pickaxe", "Pickaxe"])
def test_items_by_part_or_pattern(pattern: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["items", pattern]) == FINE
    assert capsys.readouterr().out == ITEMS


def test_items_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("text", "json"):
        assert run(["items", "dimond pickaxe", "--format", form]) == MISUSED
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith('error: "dimond pickaxe" is no item of 1.16.5 [unknown-item]')
        assert "did you mean diamond_pickaxe" in err


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        ("workbench", "crafting_table"),
        ("smelter", "furnace"),
        ("sticks", "stick"),
        ("reeds", "sugar_cane"),
        ("#planks", "acacia_planks"),
        ("Redstone Torches", "redstone_torch"),
        ("minecraft:stick", "stick"),
    ],
)
def test_items_are_found_by_every_name_that_other_commands_know(
    pattern: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["items", pattern]) == FINE
    assert capsys.readouterr().out.startswith(f"{first} ")


def test_many_uses_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recipes", "workbench"]) == FINE
    out = capsys.readouterr().out
    assert "more; --format json names them all" in " ".join(out.split())
    assert len(out.splitlines()) < 30


RECIPES = """\
torch (stack 64)
  craft torch: #coals x1 + stick x1 -> torch x4
"""


def test_recipes_show_ways_and_uses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recipes", "torches"]) == FINE
    out, err = capsys.readouterr()
    assert out.startswith(RECIPES)
    assert "jack_o_lantern" in out
    assert "torch" in err
    assert run(["recipes", "iron_ingot"]) == FINE
    out = capsys.readouterr().out
    assert "smelt iron_ingot from iron_ore: iron_ore x1 in furnace, 200 ticks of fuel" in out
    assert run(["recipes", "diamond"]) == FINE
    assert "with pickaxe (iron or better); " in " ".join(capsys.readouterr().out.split())
    assert run(["recipes", "bedrock"]) == FINE
    assert "nothing gives it: creative-only" in capsys.readouterr().out


def test_the_members_of_a_tag_are_shown_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recipes", "planks"]) == FINE
    out, err = capsys.readouterr()
    assert err == "note: planks means any of #planks\n"
    blocks = out.split("\n\n")
    assert [block.split()[0] for block in blocks] == sorted(block.split()[0] for block in blocks)
    assert len(blocks) == 8
    assert all(len(block.splitlines()) < 6 for block in blocks)
    assert "`craftproof recipes oak_planks` names them" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "form"),
    [
        (["recipes", "planks"], "engine/recipes.schema.json"),
        (["recipes", "white_wool"], "engine/recipes.schema.json"),
        (["items"], "engine/items.schema.json"),
        (["items", "ore", "--unobtainable"], "engine/items.schema.json"),
        (["doctor"], "cli/doctor.schema.json"),
    ],
)
def test_json_output_is_as_published(arguments: list[str], form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "--format", "json"]) == FINE
    jsonschema.validate(json.loads(capsys.readouterr().out), schema(form))


@pytest.mark.parametrize("path", sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("[a-z]*/*.schema.json")))
def test_the_published_forms_are_sound(path: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(path))


def test_the_doctor_finds_everything_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == FINE
    out = capsys.readouterr().out
    for name in ("python", "craftproof", "numpy", "book 1.16.5", "cache", "kernels", "planning"):
        assert re.search(rf"(?m)^ok   {re.escape(name)} ", out)


def test_the_doctor_finds_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file / "cache"))
    assert run(["doctor"]) == FAULT
    assert re.search(r"(?ms)^BAD  cache\s.*?NUMBA_CACHE_DIR", capsys.readouterr().out)


def test_output_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "items.txt"
    assert run(["items", "pickaxe", "-o", str(file)]) == FINE
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8") == ITEMS


def test_completion_offers_items_versions_and_presets() -> None:
    from craftproof.cli import complete

    assert complete.items("diamond_pick") == ["diamond_pickaxe"]
    assert complete.versions("1.16") == ["1.16.5"]
    assert complete.presets("min") == ["minedojo"]


def test_patience_speaks_only_on_a_terminal_and_only_when_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from craftproof.cli.output import patience

    with patience("planning", after=0.0):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with patience("planning", after=0.0):
        time.sleep(0.05)
    assert capsys.readouterr().err == "planning … (Ctrl-C stops)\n"
    with patience("planning", after=60.0):
        pass
    assert capsys.readouterr().err == ""


def test_standard_output_holds_nothing_but_data_also_when_a_solver_runs() -> None:
    done = process("plan", "stick", "--budget", "2", "--format", "json")
    assert done.returncode == FINE
    assert json.loads(done.stdout)["craftproof"] == "report/1"

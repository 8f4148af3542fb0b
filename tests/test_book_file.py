"""Book files: what is written is what is read, and every mistake in one is told with its place."""

from __future__ import annotations

import json
import string
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from craftproof.recipes.book import MAX_COUNT, Book, Ingredient, ItemType, Recipe, Source, ToolNeed, Where
from craftproof.recipes.check import check
from craftproof.recipes.diagnostic import Diagnostic, InputError
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.locate import locate
from craftproof.recipes.native import load_book, save_book, to_data
from craftproof.recipes.shape import schema
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

TOOLS = """{
 "craftproof": "book/1",
 "version": "1.16.5",
 "items": {
  "stick": {},
  "oak_log": {"label": "Oak Log"},
  "oak_planks": {},
  "birch_planks": {},
  "bucket": {"stack": 16},
  "milk_bucket": {"stack": 1},
  "crafting_table": {},
  "wooden_pickaxe": {"stack": 1, "uses": 59, "tool": "pickaxe", "tier": 0},
  "cobblestone": {}
 },
 "tags": {"planks": ["oak_planks", "birch_planks"], "wooden": ["#planks", "stick"]},
 "recipes": [
  {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "#planks", "n": 2}], "gives": {"stick": 4}},
  {"id": "craft wooden_pickaxe", "kind": "crafting", "station": "crafting_table",
   "takes": [{"any_of": "#planks", "n": 3}, {"any_of": "stick", "n": 2}], "gives": {"wooden_pickaxe": 1}}
 ],
 "sources": [
  {"id": "mine oak_log", "kind": "mine", "gives": {"oak_log": 1}, "effort": 60},
  {"id": "mine cobblestone from stone", "kind": "mine", "block": "stone", "gives": {"cobblestone": 1}, "effort": 23,
   "wears": [[{"tool": "pickaxe", "tier": 0}]], "where": {"heights": [0, 128]}, "why": "1.5 hardness"}
 ],
 "fuels": {"#planks": 300, "oak_planks": 299},
 "containers": {"milk_bucket": "bucket"},
 "names": {"workbench": "crafting_table", "wood": "#planks"}
}
"""


def mistakes(text: str | Path, over: Book | None = None) -> list[Diagnostic]:
    with pytest.raises(InputError) as caught:
        load_book(text, over=over)
    return list(caught.value.diagnostics)


def changed(old: str, new: str) -> str:
    assert TOOLS.count(old) == 1
    return TOOLS.replace(old, new)


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_file_says_what_the_book_holds() -> None:
    book = load_book(TOOLS)
    planks = ("birch_planks", "oak_planks")
    assert book.items["wooden_pickaxe"] == ItemType(stack=1, uses=59, tool="pickaxe")
    assert book.tags == {"planks": planks, "wooden": (*planks, "stick")}
    assert book.recipes[0] == Recipe("craft stick", "crafting", (Ingredient(planks, 2),), (("stick", 4),))
    assert book.recipes[1].station == "crafting_table"
    assert book.sources[1] == Source(
        "mine cobblestone from stone",
        "mine",
        (("cobblestone", 1),),
        23,
        wears=((ToolNeed("pickaxe"),),),
        where=Where(heights=(0, 128)),
        block="stone",
        why="1.5 hardness",
    )
    assert book.fuels == {"birch_planks": 300, "oak_planks": 299}, "what is said of an item counts before its tag"


def test_namespace_bom_and_line_ends_make_no_difference(tmp_path: Path) -> None:
    written = TOOLS.replace('"stick"', '"minecraft:stick"').replace("#planks", "#minecraft:planks")
    file = tmp_path / "book.json"
    file.write_bytes(b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())
    assert load_book(file) == load_book(str(file)) == load_book(TOOLS)


def test_a_set_is_written_as_its_tag() -> None:
    data = to_data(load_book(TOOLS))
    assert data["recipes"][0]["takes"] == [{"any_of": "#planks", "n": 2}]


def test_the_bundled_books_are_sound_and_survive_saving() -> None:
    for version in versions():
        book = bundled(version)
        assert book.version == version
        assert check(book) == []
        assert load_book(save_book(book)) == book
        jsonschema.validate(to_data(book), schema())


def test_an_unknown_version_names_those_there_are() -> None:
    with pytest.raises(InputError, match=r"bundled are .*1\.16\.5"):
        bundled("1.0")


# -- overlays ----------------------------------------------------------------------------------------------------------

OVERLAY = """{
 "craftproof": "book/1",
 "items": {"birch_planks": null, "ruby": {}, "pale_planks": {}},
 "tags": {"planks": ["oak_planks", "pale_planks"], "wooden": ["#planks"]},
 "recipes": [{"id": "craft ruby", "kind": "crafting", "takes": [{"any_of": "#wooden"}], "gives": {"ruby": 1}},
             {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "ruby"}], "gives": {"stick": 9}}],
 "fuels": {"birch_planks": null, "pale_planks": 300},
 "names": {"wood": null},
 "remove": ["mine oak_log"]
}"""


def test_an_overlay_adds_replaces_and_removes() -> None:
    base = load_book(TOOLS)
    book = load_book(OVERLAY, over=base)
    planks = ("oak_planks", "pale_planks")
    assert book.version == "1.16.5"
    assert set(book.items) - set(base.items) == {"ruby", "pale_planks"}
    assert "birch_planks" not in book.items
    assert [recipe.id for recipe in book.recipes] == ["craft stick", "craft wooden_pickaxe", "craft ruby"]
    assert book.recipes[0].gives == (("stick", 9),)
    assert book.recipes[1].takes[0] == Ingredient(planks, 3), "a recipe underneath follows its tag"
    assert book.recipes[2].takes[0] == Ingredient(planks, 1)
    assert [source.id for source in book.sources] == ["mine cobblestone from stone"]
    assert book.fuels == {"oak_planks": 299, "pale_planks": 300}
    assert book.names == {"workbench": "crafting_table"}


def test_an_overlay_that_changes_nothing_changes_nothing() -> None:
    base = load_book(TOOLS)
    assert load_book('{"craftproof": "book/1"}', over=base) == base
    assert load_book(TOOLS, over=base) == base


@pytest.mark.parametrize(
    ("section", "code", "told"),
    [
        ('"items": {"stik": null}', "nothing-to-remove", "did you mean stick?"),
        ('"remove": ["craft stik"]', "nothing-to-remove", "did you mean craft stick"),
        ('"version": "1.12.2"', "version", "leave the version out"),
        ('"items": {"cobblestone": null}', "unknown-item", '"mine cobblestone from stone": nobody defines'),
        ('"tags": {"planks": []}', "empty-set", "after this change"),
        ('"recipes": null', "type", "expected a list of recipes, got null"),
    ],
)
def test_what_an_overlay_breaks_is_told(section: str, code: str, told: str) -> None:
    found = mistakes(f'{{"craftproof": "book/1",\n {section}}}', over=load_book(TOOLS))
    assert {(d.code, d.line) for d in found} in ({(code, 2)}, {(code, 1)})
    assert told in str(found[0])


# -- mistakes ----------------------------------------------------------------------------------------------------------

MISTAKES = [
    ('"stack": 16', '"stak": 16', "unknown-key", "did you mean stack?"),
    ('"stack": 16', '"stack": "16"', "type", "numbers stand without quotes: 16"),
    ('"stack": 16', '"stack": 16.0', "type", "whole numbers stand without a point: 16"),
    ('"stack": 16', '"stack": true', "type", "expected a whole number of at least 1, got true"),
    ('"stack": 16', '"stack": NaN', "type", "got NaN"),
    ('"stack": 16', '"stack": -Infinity', "type", "got the number -inf"),
    ('"stack": 16', '"stack": 1e999', "type", "got the number inf"),
    ('"stack": 16', '"stack": 0', "too-small", "got the number 0"),
    ('"stack": 16', '"stack": ' + "9" * 5000, "too-large", "expected at most 1000000000000"),
    ('"stick": 4', '"stick": 1000000000001', "too-large", "10^12"),
    ('"effort": 60', '"effort": -60', "too-small", "ticks of at least 0"),
    ('"effort": 60', '"effort": null', "type", "got null"),
    (', "effort": 60', "", "missing-key", 'for example "effort": 200'),
    ('{"stick": 4}', '{"stik": 4}', "unknown-item", "did you mean stick?"),
    ('{"stick": 4}', "{}", "gives-nothing", 'for example {"stick": 4}'),
    ('{"stick": 4}', '{"stick": 4, "minecraft:stick": 5}', "doubled-key", "stands here twice"),
    ('"#planks", "n": 2', '"#plank", "n": 2', "unknown-tag", "did you mean #planks?"),
    ('"#planks", "n": 2', '[], "n": 2', "length", "got a list of 0"),
    ('"#planks", "n": 2', '["stick", "stik"], "n": 2', "unknown-item", "did you mean stick?"),
    ('"#planks", "n": 2', '"oak planks", "n": 2', "text", "item names have no blanks: oak_planks"),
    ('"#planks", "n": 2', '7, "n": 2', "type", "expected an item name, a #tag or a list of these"),
    ('["#planks", "stick"]', '["#wooden"]', "tag-cycle", "#wooden -> #wooden"),
    ('["oak_planks", "birch_planks"]', '["#wooden"]', "tag-cycle", "#planks -> #wooden -> #planks"),
    ('"station": "crafting_table"', '"station": "crafting_tble"', "unknown-item", "did you mean crafting_table?"),
    ('"milk_bucket": "bucket"', '"milk_bucket": "buket"', "unknown-item", "what comes back of milk_bucket"),
    ('"oak_planks": 299', '"oak_plnks": 299', "unknown-item", "fuel: nobody defines"),
    ('"oak_planks": 299', '"#wooden": 1', "two-burn-times", "say it of the item"),
    ('"wood": "#planks"', '"wood": "#logs"', "unknown-tag", 'the name "wood"'),
    ('"tool": "pickaxe", "tier": 0}]', '"tool": "pickax"}]', "unknown-tool", "did you mean pickaxe?"),
    (
        '"tool": "pickaxe", "tier": 0}]',
        '"tool": "pickaxe", "tier": 3}]',
        "no-such-tier",
        "the best there is has tier 0",
    ),
    ("[0, 128]", "[128, 0]", "heights", "for example [0, 128]"),
    ("[0, 128]", "[0]", "length", "the lowest and the highest"),
    ('"id": "mine oak_log"', '"id": "craft stick"', "doubled-id", "the first is recipes[0]"),
    ('"gives": {"stick": 4}', '"gives": {"stick": 4}, "returns": {"bucket": "stick"}', "not-taken", "is not taken"),
    ('"book/1"', '"book/2"', "form", 'expected the form "book/1", got "book/2"'),
    ('"names": {', '"nmaes": {', "unknown-key", "did you mean names?"),
    ('"cobblestone": {}', '"cobble stone": {}', "text", "item names have no blanks: cobble_stone"),
]


@pytest.mark.parametrize(("old", "new", "code", "told"), MISTAKES, ids=[f"{m[2]}: {m[1][:30]}" for m in MISTAKES])
def test_every_mistake_is_told_with_its_place_and_what_to_do(old: str, new: str, code: str, told: str) -> None:
    text = changed(old, new)
    first = text.count("\n", 0, TOOLS.index(old)) + 1
    found = [d for d in mistakes(text) if d.code == code]
    assert any(told in str(d) for d in found), [str(d) for d in mistakes(text)]
    assert all(d.hint and d.column >= 1 for d in found)
    assert any(abs(d.line - first) <= 2 for d in found)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = TOOLS
    for old, new, _, _ in (MISTAKES[0], MISTAKES[10], MISTAKES[13], MISTAKES[16], MISTAKES[27], MISTAKES[30]):
        text = text.replace(old, new)
    found = mistakes(text)
    wanted = ["unknown-key", "unknown-tag", "unknown-item", "too-small", "heights", "unknown-tag"]
    assert [d.code for d in found] == wanted
    assert [(d.line, d.column) for d in found] == sorted((d.line, d.column) for d in found)


BROKEN = [
    ("", "empty-file", "there is nothing in it"),
    ("\ufeff \n", "empty-file", "there is nothing in it"),
    (TOOLS[:500], "syntax", "is the file complete?"),
    ("[" * 100_000, "too-deep", "nested too deeply"),
    ('{"a": ' * 100_000, "too-deep", "nested too deeply"),
    ("{'a': 1}", "syntax", 'JSON writes strings as "text"'),
    ('{"a": 1,}', "syntax", "leave out the last comma"),
    ('{"a": True}', "syntax", "JSON writes true"),
    ('{"a": 1} {}', "syntax", "more text after the end"),
    ('{"a" 1}', "syntax", "expected ':'"),
    ('{"a": 1 // one\n}', "syntax", "a comment"),
    ('{"a\\q": 1}', "syntax", "a backslash is written"),
    ('{"a": "x\ny"}', "syntax", "a line break in a string is written"),
    ('{"a": "x', "syntax", "without its closing quote"),
    ("[]", "type", "expected an object that describes a book, got a list"),
    ("{}", "missing-key", '"version": "1.16.5"'),
]


@pytest.mark.parametrize(("text", "code", "told"), BROKEN, ids=[f"{b[1]} {b[0][:12]!r}" for b in BROKEN])
def test_what_is_no_book_at_all_is_told(text: str, code: str, told: str) -> None:
    found = mistakes(text)
    assert {d.code for d in found} == {code}
    assert any(told in str(d) for d in found)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "book.json").write_bytes(b'{"a":\n "\xff"}')
    (tmp_path / "wide.json").write_bytes("{}".encode("utf-16"))
    [latin] = mistakes(tmp_path / "book.json")
    assert (latin.code, latin.line, latin.column) == ("encoding", 2, 3)
    assert "UTF-16" in str(mistakes(tmp_path / "wide.json")[0])
    assert mistakes(tmp_path)[0].code == "directory"
    assert f"did you mean {tmp_path / 'book.json'}?" in str(mistakes(tmp_path / "boook.json")[0])
    assert [d.code for d in mistakes("a\0b")] == ["unreadable"]
    assert [d.code for d in mistakes("x" * 10_000)] == ["unreadable"]


SHOWN = """\
<text>:17:66: "craft stick": nobody defines the tag "#plank" [unknown-tag]
  17 |   {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "#plank", "n": 0}], "gives": {"stick": true}},
     |                                                                  ^
  hint: did you mean #planks?
<text>:17:81: expected a whole number of at least 1, got the number 0 [too-small]
  17 |   {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "#plank", "n": 0}], "gives": {"stick": true}},
     |                                                                                 ^
  hint: for example 4
<text>:17:105: expected a whole number of at least 1, got true [type]
  17 |   {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "#plank", "n": 0}], "gives": {"stick": true}},
     |                                                                                                         ^
  hint: for example 4
<text>:26:28: fuel: nobody defines the item "coal" [unknown-item]
  26 |  "fuels": {"#planks": 300, "coal": 1600},
     |                            ^
  hint: define it under "items"
<text>:28:51: expected an item name or #tag (no blanks), got "" [text]
  28 |  "names": {"workbench": "crafting_table", "wood": ""}
     |                                                   ^
  hint: for example "#planks"
"""


def test_a_person_sees() -> None:
    text = changed('"#planks", "n": 2', '"#plank", "n": 0').replace('"stick": 4', '"stick": true')
    text = text.replace('"oak_planks": 299', '"coal": 1600').replace('"wood": "#planks"', '"wood": ""')
    shown = "\n".join(str(d) for d in mistakes(text))
    assert shown + "\n" == SHOWN


def test_a_long_line_is_cut_around_the_place() -> None:
    one_line = json.dumps(json.loads(changed('"effort": 60', '"effort": -60')))
    [found] = mistakes(one_line)
    assert (found.line, len(found.text)) == (1, 140)
    assert one_line[found.column - 1 :].startswith("-60")
    assert found.text[found.caret - 1 :].startswith("-60")


def test_a_mistake_is_told_once() -> None:
    used_thrice = changed('"tags": {"planks": ["oak_planks"', '"tags": {"planks": ["oak_plank"')
    assert [d.code for d in mistakes(used_thrice)] == ["unknown-item"]
    assert [d.code for d in mistakes(changed('"cobblestone": {}', '"cobblestone": 7'))] == ["type"]
    assert [d.code for d in mistakes(changed('["#planks", "stick"]', "7"))] == ["type"]


# -- laws --------------------------------------------------------------------------------------------------------------

names = st.text(string.ascii_lowercase + string.digits + "_:é木", min_size=1, max_size=6).filter(
    lambda name: not name.startswith("minecraft:")
)
lines = st.text(string.printable.strip() + " é木", min_size=1, max_size=8).filter(lambda s: "minecraft:" not in s)
counts = st.one_of(st.integers(1, 9), st.just(MAX_COUNT))
levels = st.integers(0, 5)


@st.composite
def books(draw: st.DrawFn) -> Book:
    """Any book whose references hold."""
    tools = st.builds(ItemType, stack=counts, uses=levels, tool=st.sampled_from(["", "axe"]), label=lines | st.just(""))
    items = draw(st.dictionaries(names, tools, min_size=1, max_size=6))
    item = st.sampled_from(sorted(items))
    sets = st.sets(item, min_size=1, max_size=4).map(lambda s: tuple(sorted(s)))
    tags = draw(st.dictionaries(names, sets | st.just(()), max_size=3))
    tag_sets = [members for members in tags.values() if members]
    any_of = sets | st.sampled_from(tag_sets) if tag_sets else sets
    ingredients = st.lists(st.builds(Ingredient, any_of, counts), max_size=3).map(tuple)
    gives = st.dictionaries(item, counts, min_size=1, max_size=2).map(lambda d: tuple(d.items()))
    wears = st.lists(st.lists(st.builds(ToolNeed, item, levels, levels), min_size=1).map(tuple), max_size=2).map(tuple)
    ids = draw(st.lists(lines, unique=True, max_size=4))
    recipes: list[Recipe] = []
    sources: list[Source] = []
    for name in ids:
        common = {"needs": draw(ingredients), "wears": draw(wears), "takes": draw(ingredients)}
        if draw(st.booleans()):
            taken = sorted({item for i in common["takes"] for item in i.any_of})
            returns = (
                st.dictionaries(st.sampled_from(taken), item).map(lambda d: tuple(d.items())) if taken else st.none()
            )
            station = draw(st.none() | item)
            back = draw(st.none() | returns)
            recipe = Recipe(
                name, draw(names), gives=draw(gives), station=station, returns=back, burns=draw(levels), **common
            )
            recipes.append(recipe)
        else:
            heights = st.none() | st.tuples(st.integers(-64, 0), st.integers(1, 320))
            few = st.lists(lines, max_size=2).map(tuple)
            where = draw(st.builds(Where, dimension=names, biomes=few, heights=heights, conditions=few))
            limit, on = draw(st.none() | levels), draw(st.booleans())
            source = Source(name, draw(names), draw(gives), draw(levels), where=where, limit=limit, on=on, **common)
            sources.append(source)
    target = item | st.sampled_from([f"#{tag}" for tag in sorted(tags)]) if tags else item
    return Book(
        draw(lines),
        items,
        tags,
        tuple(recipes),
        tuple(sources),
        draw(st.dictionaries(item, counts, max_size=3)),
        draw(st.dictionaries(item, item, max_size=3)),
        draw(st.dictionaries(lines, target, max_size=3)),
        draw(st.dictionaries(item, lines, max_size=3)),
    )


quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(books())
def test_loading_what_was_saved_gives_the_same_book(book: Book) -> None:
    text = save_book(book)
    assert load_book(text) == book
    assert save_book(load_book(text)) == text
    jsonschema.validate(json.loads(text), schema())


@quick
@given(books())
def test_saving_does_not_depend_on_the_order_of_mappings(book: Book) -> None:
    turned = Book(
        book.version,
        dict(reversed(book.items.items())),
        dict(reversed(book.tags.items())),
        book.recipes,
        book.sources,
        dict(reversed(book.fuels.items())),
        dict(reversed(book.containers.items())),
        dict(reversed(book.names.items())),
        dict(reversed(book.unobtainable.items())),
    )
    assert save_book(turned) == save_book(book)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(TOOLS)), st.integers(0, 12), st.text(max_size=6) | st.sampled_from('{}[],:"\\0-.#e'))
@example(0, 0, "\ud800")
def test_a_mutated_text_is_a_book_or_an_input_error(at: int, cut: int, put: str) -> None:
    text = TOOLS[:at] + put + TOOLS[at + cut :]
    told: tuple[Diagnostic, ...] = ()
    try:
        assert load_book(text if text[:1] in "{[" else "\n" + text).version
    except InputError as error:
        told = error.diagnostics
    assert all(d.message and d.code for d in told)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.just(10**13)
    | st.just(1.5)
    | st.sampled_from(["", "stick", "#"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["n", "any_of", "stick"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_loader_and_the_published_schema_refuse_the_same_shapes(data: st.DataObject) -> None:
    """Any value of a sound file is replaced by something else; only `1.0` is refused by the loader alone."""
    book = json.loads(TOOLS)
    node, path = book, ()
    while True:
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        path = (*path, key)
        inner = node[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            node[key] = data.draw(values)
            break
        node = inner
    shape_codes = {
        "type",
        "unknown-key",
        "missing-key",
        "too-small",
        "too-large",
        "gives-nothing",
        "length",
        "text",
        "form",
    }
    try:
        load_book(json.dumps(book))
        refused = False
    except InputError as error:
        refused = any(d.code in shape_codes for d in error.diagnostics)
    assert refused == (not jsonschema.Draft202012Validator(schema()).is_valid(book)), path


@quick
@given(books(), st.data())
def test_a_place_is_where_its_value_stands(book: Book, data: st.DataObject) -> None:
    text = save_book(book)
    node, path = json.loads(text), ()
    while isinstance(node, dict | list) and node and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        node, path = node[key], (*path, key)
    line, column = locate(text, path)
    at = "\n".join(text.split("\n")[line - 1 :])[column - 1 :]
    assert json.JSONDecoder().raw_decode(at)[0] == node


def test_the_schema_is_sound() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    for name, rule in schema()["$defs"].items():
        for shown in rule.get("examples", ()):
            whole = {"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"]}
            assert jsonschema.Draft202012Validator(whole).is_valid(shown), name


def test_a_first_book_costs_no_heavy_import() -> None:
    code = (
        "import sys; from craftproof.recipes.library import bundled; from craftproof.recipes.names import resolve;"
        "resolve(bundled(), 'stick'); "
        "print([m for m in ('pydantic', 'rapidfuzz', 'numba', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"

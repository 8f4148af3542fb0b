"""What the game's own recipes become under files of their names, as in the game: a file shadows the one underneath.

It does so whatever it holds. One that makes the same leaves the recipe as it is; one that makes something replaces it;
one that makes nothing (a condition is not met, no item is in a tag, its type is not known, it can't be read) disables
it. The recipes of packs are then laid over what is left of the book.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..book import Book, Ingredient, Item, Recipe
from ..diagnostic import Diagnostic
from ..lines import diagnostic, printable
from ..suggest import shown
from .gamefiles import Shares
from .gather import Gathered
from .ingredients import Names
from .reader import Read
from .recipefile import Draft


@dataclass(frozen=True, slots=True)
class Shadowed:
    """`under` is what is left of the book; the ids of recipes that files replace or disable, also where a part stays.

    `idle` are files with a name of the game's own that replace nothing.
    """

    under: Book
    replaced: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()


def shadowed(over: Book, gathered: Gathered, read: Mapping[str, Read]) -> Shadowed:
    """What the files of packs leave of a book, and what they do to its recipes."""
    game, by_id = gathered.game, {made.id: made for made in over.recipes}
    taken: defaultdict[str, set[Item] | None] = defaultdict(set)
    replaced, disabled = set[str](), set[str]()
    own = {name for name in gathered.recipes if ":" not in name}
    for name in sorted((own | gathered.broken | gathered.hidden) & game.shares.keys()):
        shares = game.shares[name]
        if name in own and _unchanged(name, shares, gathered, read.get(name), by_id):
            continue
        for recipe, takes in shares.items():
            before = taken[recipe]
            taken[recipe] = before | set(takes) if takes and before is not None else None
        if name in own | gathered.broken:
            (replaced if name in read and read[name].counts else disabled).update(shares)
    idle = sorted(name for name in own - game.shares.keys() if name in read and read[name].counts)
    under = replace(over, recipes=tuple(_left(over.recipes, taken))) if taken else over
    return Shadowed(under, tuple(sorted(replaced)), tuple(sorted(disabled - replaced)), tuple(idle))


def beside(shadow: Shadowed, gathered: Gathered, fresh: Mapping[str, Read]) -> list[Diagnostic]:
    """A warning where files with a name of the game's own replace nothing and make what has other ways."""
    ways = {made.id: made.gives[0][0] for made in shadow.under.recipes}
    made = {name: fresh[name].draft.gives[0][0] for name in shadow.idle if name in fresh}
    names = [name for name, product in made.items() if product in set(ways.values())]
    if not names:
        return []
    first, product = names[0], made[names[0]]
    game = sorted(name for name, shares in gathered.game.shares.items() if product in map(ways.get, shares))
    more = f"; {len(names) - 1} more such: {', '.join(names[1:6])}{' …' if len(names) > 6 else ''}" if names[1:] else ""
    message = f"the game has no recipe file {shown(first)}: this replaces none and adds a way to make {product}{more}"
    hint = f"the game's files for {product} are {', '.join(game[:6])}" if game else "give it a namespace of its own"
    file = gathered.recipes[first]
    return [diagnostic(file.text, (1, 1), "replaces-nothing", printable(message), hint, file.source.file)]


def _left(recipes: Sequence[Recipe], taken: Mapping[str, set[Item] | None]) -> list[Recipe]:
    """The recipes without what is taken from them."""
    kept: list[Recipe] = []
    for made in recipes:
        gone = taken.get(made.id, set[Item]())
        takes = () if gone is None else tuple(_less(each, gone) for each in made.takes) if gone else made.takes
        if gone is not None and all(each.any_of for each in takes):
            kept.append(made if takes == made.takes else replace(made, takes=takes))
    return kept


def _less(ingredient: Ingredient, gone: set[Item]) -> Ingredient:
    return replace(ingredient, any_of=tuple(item for item in ingredient.any_of if item not in gone))


def _unchanged(name: str, shares: Shares, gathered: Gathered, read: Read | None, by_id: Mapping[str, Recipe]) -> bool:
    """Whether a file says what the game's own does."""
    special = gathered.game.special.get(name)
    if special is not None and gathered.recipes[name].data.get("type") == special:
        return True
    if read is None or not read.counts or len(shares) != 1:
        return False
    ((recipe, takes),) = shares.items()
    return _says(read.draft, by_id[recipe], takes, gathered)


def _says(draft: Draft, made: Recipe, share: tuple[Item, ...], gathered: Gathered) -> bool:
    """Whether a draft is a recipe of the book, or the share of it; tags are taken as the book has them."""
    if (draft.kind, draft.station, draft.gives, draft.burns) != (made.kind, made.station, made.gives, made.burns):
        return False
    products = {item for item, _ in draft.gives}
    wanted = [(_share(each, share), each.n) for each in made.takes]
    said = [(_members(names, gathered) - products, n) for names, n in draft.takes]
    return sorted((sorted(items), n) for items, n in wanted) == sorted((sorted(items), n) for items, n in said)


def _share(ingredient: Ingredient, share: tuple[Item, ...]) -> set[Item]:
    """The members of an ingredient, of the one that holds a share the share alone."""
    items = set(ingredient.any_of)
    return items & set(share) if items & set(share) else items


def _members(names: Names, gathered: Gathered) -> set[Item]:
    tags = gathered.over.tags
    several = (tags.get(name[1:]) or gathered.tags.members(name[1:]) if name[0] == "#" else (name,) for name in names)
    return {item for members in several for item in members}

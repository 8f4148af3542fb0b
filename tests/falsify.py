"""Reports changed at random, so that what they claim may be false: numbers, items and sets of their proofs."""

from __future__ import annotations

from copy import deepcopy


def places(data, path=()):
    """Every container inside some data, with its path."""
    if isinstance(data, dict | list):
        yield path, data
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def changed(data, random, items):
    """A copy of a proof with one thing in it changed: a number, a name, an entry more or less."""
    out = deepcopy(data)
    spots = [(container, key) for _, container in places(out) for key in keys_of(container)]
    spots += [(container, None) for _, container in places(out)]
    container, key = random.choice(spots)
    if key is None:
        add(container, random, items)
    elif random.random() < 0.2:
        del container[key]
    else:
        container[key] = other(container[key], random, items)
    return out


def keys_of(container):
    return [k for k in (container if isinstance(container, dict) else range(len(container))) if k != "kind"]


def add(container, random, items):
    """One entry more."""
    if isinstance(container, list):
        container.append(random.choice(items))
    else:
        container[random.choice(items)] = random.choice((0, 1, 7, 1 << 20, 1 << 23))


def other(value, random, items):
    """Another value of the same kind; of a table, other entries."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, random.choice((0, value + 1, value - 1, value * 2, value // 2, value * 10, value + (1 << 20))))
    if isinstance(value, str):
        return random.choice(items)
    if isinstance(value, list):
        return random.sample(items, random.randint(0, min(4, len(items))))
    if isinstance(value, dict):
        numbers = [n for n in value.values() if isinstance(n, int)] or [1]
        factor = random.choice((0, 2, 3))
        if random.random() < 0.5:
            return {k: n * factor if isinstance(n, int) else n for k, n in value.items()}
        return {random.choice(items): random.choice(numbers) for _ in range(random.randint(0, 4))}
    return 1

"""What the shell's completion offers; never an error, at worst nothing."""

from __future__ import annotations


def items(incomplete: str) -> list[str]:
    """Items of the default version that start like what was typed."""
    from ..recipes.library import bundled

    return sorted(item for item in bundled().items if item.startswith(incomplete))


def versions(incomplete: str) -> list[str]:
    """Versions with a bundled book."""
    from ..recipes.library import versions as known

    return [v for v in known() if v.startswith(incomplete)]


def presets(incomplete: str) -> list[str]:
    """Names of presets of rules."""
    from ..recipes.rules import PRESETS

    return [p for p in PRESETS if p.startswith(incomplete)]

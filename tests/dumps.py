"""Small files as minecraft-data and MineDojo have them, for the tests of their formats."""

from __future__ import annotations

from typing import Any

ITEMS: list[dict[str, Any]] = [
    {"id": 1, "name": "stone", "displayName": "Stone", "stackSize": 64},
    {
        "id": 5,
        "name": "planks",
        "displayName": "Planks",
        "stackSize": 64,
        "variations": [{"metadata": n, "displayName": f"Wood {n}"} for n in range(3)],
    },
    {"id": 280, "name": "stick", "displayName": "Stick", "stackSize": 64},
    {"id": 268, "name": "wooden_sword", "displayName": "Sword", "stackSize": 1, "maxDurability": 59},
    {"id": 35, "name": "wool", "displayName": "Wool", "stackSize": 64},
    {"id": 442, "name": "shield", "displayName": "Shield", "stackSize": 1, "maxDurability": 336},
    {"id": 333, "name": "boat", "displayName": "Boat", "stackSize": 1},
    {"id": 269, "name": "wooden_shovel", "displayName": "Shovel", "stackSize": 1, "maxDurability": 59},
]
RECIPES: dict[str, Any] = {
    "280": [{"inShape": [[5], [5]], "result": {"id": 280, "count": 4, "metadata": 0}}],
    "268": [{"inShape": [[{"id": 5, "metadata": 1}], [5], [280]], "result": {"id": 268, "count": 1, "metadata": 0}}],
}


DUMP: dict[str, Any] = {
    "docstring": "CraftingHelper.dumpMinecraftObjectRules()",
    "craftingRecipes": [
        {
            "outputItemName": "stick",
            "outputCount": 4,
            "recipeSize": 2,
            "type": "ShapedOreRecipe",
            "ingredients": {"planks": 2},
        },
        {
            "outputItemName": "sword",
            "outputCount": 1,
            "recipeSize": 3,
            "type": "ShapedRecipes",
            "ingredients": {"planks": 3},
        },
        {"outputItemName": "air", "outputCount": 0, "recipeSize": 10, "type": "RecipeFireworks", "ingredients": {}},
    ],
    "smeltingRecipes": [{"outputItemName": "stone", "out": 1, "ingredients": {"cobblestone": 1}}],
    "items": [
        {"type": "stick", "stackSize": 64},
        {"type": "sword", "stackSize": 1, "damageable": True, "maxDamage": 59},
    ],
}

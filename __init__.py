"""craftproof: material plans for Minecraft that a simulator has already executed, with a proof of how good they are."""

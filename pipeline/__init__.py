"""The order of the stages, the recipe, the command line."""

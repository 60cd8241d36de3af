"""Questions of a region: their extent, their fields, what recurs around them."""

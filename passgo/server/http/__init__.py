"""Everything asked by HTTP: the endpoints, what they give and take, their description, finished games to take away."""

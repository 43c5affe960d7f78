"""Are there words in every language for everything that players can be told?"""

"""`passgo dev`: commands for those who develop PassGo itself."""

COMMANDS = {
    "fuzz": "Play random games of random options, checking every invariant after every step.",
    "perft": "Count the positions that can be reached, exactly, and compare with what a file says.",
    "referee": "Examine the referee: questions it has never seen, left out style by style, and held out.",
    "docs": "Regenerate the pages, schemas and types that come from the source.",
    "story": "Play a million games of every edition, and write what they say, with pictures.",
    "calibration": "Judge the net on games that it did not learn from, by players, edition and part of the game.",
    "benchmark": "Gather the positions of PassGo-100, and count chances until they are known well enough.",
    "probe": "Let one who may offer whatever a bot accepts play among three of it: what do its answers give away?",
    "tune": "Tune the numbers by which trader plays, by CMA-ES in very many games; needs passgo[tune].",
    "instructions": "Instructions a game of four traders, by function and line; needs valgrind and gcc.",
}
"""The commands of the group, and the first line of the help of each."""

"""Tools for developers: benchmarks, random games, exact counts, the documents of the contract, the tuner."""

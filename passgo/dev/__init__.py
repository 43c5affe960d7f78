"""The tools of developers: benchmarks, random games, exact counts, the written contract, the tuner."""

"""Judging a position: what is seen of it (`features`), the net (`net`), and playing on to the next throw (`onward`).

The value of a position is asked only where dice are about to be thrown: no matter is open and nobody has to decide. Any
other position is first played on to there. So the net needs to know nothing of auctions, debts and deals.
"""

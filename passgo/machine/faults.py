"""What machine code raises, in Python."""

import pickle


def refuse(why: str) -> None:
    """Raise what Python raises for arguments that do not fit."""
    raise TypeError(why)


def raise_kept(kept: bytes) -> None:
    """Raise an exception that compiled code holds as bytes: its class, its arguments and where in the source it is."""
    kind, arguments, place = pickle.loads(kept)
    problem = kind(*(arguments or ()))
    if place is None:
        raise problem
    name, file, line = place
    # A line of that file which raises: so the traceback names the source, not this module.
    source = compile("\n" * (line - 1) + "raise problem", file, "exec").replace(co_name=name)
    exec(source, {"problem": problem})

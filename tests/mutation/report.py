"""What became of the mutants, by file and by operator; who survived, and why that is harmless or is not known to be."""

from collections import Counter
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.mutation.mutants import Mutant


def summary(mutants: list[Mutant], verdicts: dict[str, Any], known: dict[str, str], seconds: float) -> dict[str, Any]:
    """Everything worth knowing, as JSON may hold it."""
    judged = [m for m in mutants if m.name in verdicts or m.name in known]
    dead = {m.name for m in judged if verdicts.get(m.name, {}).get("test")}
    alive = [m.name for m in judged if m.name not in dead]
    return {
        "mutants": len(mutants),
        "judged": len(judged),
        "killed": len(dead),
        "killed_share": len(dead) / len(judged) if judged else 1.0,
        "by_file": counted(judged, dead, [m.site.file for m in judged]),
        "by_operator": counted(judged, dead, [m.operator for m in judged]),
        "killed_by": dict(
            Counter("/".join(verdicts[name]["test"].split("/")[:2]) for name in sorted(dead)).most_common()
        ),
        "harmless": Counter(known[name] for name in alive if name in known),
        "unknown": sorted(name for name in alive if name not in known),
        "killed_though_listed": sorted(name for name in dead if name in known),
        "hunted_s": round(sum(said["seconds"] for name, said in verdicts.items() if name in dead | set(alive)), 1),
        "seconds": round(seconds, 1),
    }


def counted(judged: list[Mutant], dead: set[str], labels: list[str]) -> dict[str, dict[str, int]]:
    """Mutants and killed ones by label."""
    all_of: Counter[str] = Counter(labels)
    dead_of = Counter(label for mutant, label in zip(judged, labels, strict=True) if mutant.name in dead)
    return {label: {"mutants": all_of[label], "killed": dead_of[label]} for label in sorted(all_of)}


def tables(told: dict[str, Any], console: Console) -> None:
    """The same for people."""
    for title in ("by_file", "by_operator"):
        table = Table("mutants " + title.replace("_", " "), "made", "killed", "alive", "killed %")
        for label, row in told[title].items():
            made, killed = row["mutants"], row["killed"]
            table.add_row(label, str(made), str(killed), str(made - killed), f"{100 * killed / made:.1f}")
        console.print(table)
    console.print("killed by " + ", ".join(f"{folder}: {n}" for folder, n in told["killed_by"].items()))
    for why, count in told["harmless"].items():
        console.print(f"[dim]{count} harmless:[/] {escape(why)}", soft_wrap=True)
    for name in told["killed_though_listed"]:
        console.print(f"[yellow]killed, though listed as harmless:[/] {escape(name)}", soft_wrap=True)
    for name in told["listed_but_gone"]:
        console.print(f"[yellow]listed, but no longer a mutant of the rules:[/] {escape(name)}", soft_wrap=True)
    for name in told["unknown"]:
        console.print(f"[red]survived:[/] {escape(name)}", soft_wrap=True)
    console.print(
        f"{told['killed']} of {told['judged']} mutants killed, {100 * told['killed_share']:.2f} %; "
        f"{len(told['unknown'])} survivors not explained; {told['seconds']:.0f} s"
    )

"""`passgo ask`: the referee, who answers a question with the rules that decide it."""

from typing import Annotated, Any

from passgo import rulebook
from passgo.cli.arguments import AsJson, OnlyEdition
from passgo.cli.line import Argument
from passgo.editions import ruleset
from passgo.terminal.files import BadInput, expecting, print_json


def command(
    question: Annotated[list[str], Argument(says="The question, in your own words, in English or German.")],
    edition: OnlyEdition = None,
    as_json: AsJson = False,
) -> None:
    """Ask the referee: the rules that decide a question, in your own words.

    passgo ask "can I build while in jail?"
    passgo ask "rent with two houses on Virginia" --edition modern --json
    """
    text = " ".join(question).strip()
    if not text:
        raise BadInput('QUESTION: expected a question, such as "can I build while in jail?"')
    with expecting("--edition"):
        verdict = rulebook.ask(text, edition)
    if as_json:
        print_json(as_dict(verdict))
    else:
        print(format_verdict(verdict))


def as_dict(verdict: rulebook.Verdict) -> dict[str, Any]:
    """A verdict as JSON."""
    answers = [
        {"rule": answer.rule, "score": answer.score, "says": rulebook.RULES[answer.rule].says, "amount": answer.amount}
        for answer in verdict.answers
    ]
    return {"answers": answers, "outside": verdict.outside, "sure": verdict.sure, "edition": verdict.edition}


def format_verdict(verdict: rulebook.Verdict) -> str:
    """A verdict as text: one rule whole if it is sure, else three, and that it is not."""
    if verdict.outside:
        nearest = [f"The nearest rule:\n\n{format_answer(answer, verdict)}" for answer in verdict.answers[:1]]
        return "\n".join(["The rulebook does not say.", *nearest])
    best, *others = verdict.answers
    if not verdict.sure:
        told = [format_answer(answer, verdict) for answer in verdict.answers]
        return "\n\n".join(["Not sure which rule is meant; one of these:", *told])
    also = [f"  {answer.rule}: {rulebook.RULES[answer.rule].says}" for answer in others]
    return "\n".join([format_answer(best, verdict), *(["", "See also:", *also] if also else [])])


def format_answer(answer: rulebook.Answer, verdict: rulebook.Verdict) -> str:
    """One answer: the amount that was asked for, the rule with its source and rulings, an example, other editions."""
    rule = rulebook.RULES[answer.rule]
    where = verdict.edition or rulebook.explained_in(rule)
    lines = [answer.amount] if answer.amount else []
    lines.append(rulebook.why(rule.id, where))
    if answer.example:
        lines.append(f"Example ({ruleset(answer.example.edition).title}): {answer.example.about}")
        lines += [f"  {line}" for line in answer.example.lines]
    book = rulebook.book_of(where)
    differing = [f"In {name}: {text}" for name, text in rule.reading.items() if text != rule.reading.get(book)]
    return "\n".join([*lines, *(differing if verdict.edition is None else [])])

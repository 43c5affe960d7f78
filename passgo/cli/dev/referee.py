"""`passgo dev referee`: how well the referee answers questions that it has never seen."""

from typing import Annotated

from passgo.cli.arguments import AsJson, project_folder
from passgo.cli.line import Option
from passgo.cli.text import format_grid
from passgo.terminal.files import print_json


def command(
    held_out: Annotated[bool, Option("--held-out", says="Only the held-out questions, which takes a second.")] = False,
    as_json: AsJson = False,
) -> None:
    """Examine the referee: questions it has never seen, left out style by style, and held out.

    Right at first, right among three, real ones rejected, those outside recognised; all end to end.

        passgo dev referee --held-out
    """
    from passgo.dev.referee import HELD_OUT, as_dict, cross_validate, examine_held_out
    from passgo.rulebook.questions import read_questions
    from passgo.rulebook.ranking import ready_ranker

    marks = {} if held_out else cross_validate(read_questions())
    for path in HELD_OUT:
        marks |= examine_held_out(ready_ranker(), project_folder() / path)
    if as_json:
        print_json(as_dict(marks))
        return
    heads = ("left out", "questions", "first", "three", "rejected", "outside", "recognised")
    rows = [
        (
            name,
            str(m.asked),
            *(f"{share:.1%}" for share in (m.first, m.three, m.rejected)),
            str(m.outside),
            f"{m.recognised:.1%}",
        )
        for name, m in marks.items()
    ]
    print(format_grid(heads, rows))

"""The table of parameters, and the files that give their values."""

from pathlib import Path

import pytest

from passgo import bots
from passgo.bots.trader.files import format_parameters, read_levels, read_parameters
from passgo.bots.trader.parameters import PARAMETERS, TABLE, by_hand, notebook


def test_every_parameter_has_a_place_of_its_own_and_a_hand_chosen_value_within_its_range() -> None:
    slots = [parameter.slot for parameter in TABLE.values()]
    assert slots == list(range(PARAMETERS, PARAMETERS + len(TABLE)))
    assert slots[-1] < bots.MEMORY
    for parameter in TABLE.values():
        assert parameter.low <= parameter.by_hand <= parameter.high
        assert parameter.low > 0 or not parameter.log


def test_a_notebook_holds_what_the_file_says() -> None:
    pages = bots.bot("trader").notebook
    assert {name: pages[parameter.slot] for name, parameter in TABLE.items()} == read_parameters()
    assert bots.bot("hard").notebook == pages
    assert len(pages) == bots.MEMORY


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    chosen = {**by_hand(), "horizon": 77, "spare": 0}
    path.write_text(format_parameters(chosen, {"how": 'by "hand"\\', "verified": [{"low": 1.5}], "tables": ["a", "b"]}))
    assert read_parameters(path) == chosen


def test_a_parameter_that_a_file_does_not_name_is_as_choice_of_hand(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("[parameters]\nspare = 7\n")
    assert read_parameters(path) == {**by_hand(), "spare": 7}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[parameters]\nhorizont = 5\n", "no parameter 'horizont'"),
        ("[parameters]\nhorizon = 4\n", "horizon is 4: expected a whole number from 5 to 200"),
        ("[parameters]\nhorizon = 201\n", "horizon is 201"),
        ("[parameters]\nhorizon = 7.0\n", "horizon is 7.0"),
        ("[parameters]\nfar = true\n", "far is True"),
        ('[parameters]\nfar = "4"\n', "far is '4'"),
        ("parameters = 3\n", "expected a table of parameters"),
        ("far = 3\n", "expected a table of parameters"),
        ("[parameters", "expected TOML"),
    ],
)
def test_a_bad_file_is_refused_saying_where_and_what(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"x\.toml") as refused:
        read_parameters(path)
    assert message in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can be read"):
        read_parameters(tmp_path / "none.toml")


def test_a_bad_level_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "levels.toml"
    path.write_text("[easy]\noverlooks = 10\n")
    with pytest.raises(ValueError, match="description for the level easy"):
        read_levels(path)
    path.write_text('[easy]\ndescription = "x"\noverlooks = 100\n')
    with pytest.raises(ValueError, match="overlooks is 100"):
        read_levels(path)


def test_a_notebook_takes_no_unknown_or_impossible_number() -> None:
    with pytest.raises(ValueError, match="no parameter 'luck'"):
        notebook({"luck": 1})
    with pytest.raises(ValueError, match="patience is 0"):
        notebook({"patience": 0})

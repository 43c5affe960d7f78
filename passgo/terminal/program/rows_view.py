"""Lists of rows: the one that a person stands on is reversed, which shows without any colour too."""

from textual.style import Style
from textual.widgets import OptionList

STANDING = "option-list--option-highlighted"


class RowsView(OptionList):
    """A list with its own scroll, whose row in focus is reversed."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """The style of a part; Textual's own style sheets do not know reversed rows on a terminal's own colours."""
        style = super().get_visual_style(*component_classes, partial=partial)
        return style + Style(reverse=True) if STANDING in component_classes and self.has_focus else style

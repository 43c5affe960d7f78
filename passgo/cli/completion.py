"""`passgo completion`: what makes a shell complete the words of `passgo`."""

from typing import Annotated

from passgo.cli.line import Argument
from passgo.terminal.files import BadInput

BASH = """\
_passgo() {
    local IFS=$'\\n'
    local found="$(passgo --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _passgo passgo
"""

ZSH = """\
#compdef passgo
_passgo() {
    local -a found
    found=("${(@f)$(passgo --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _passgo passgo
"""

FISH = """\
complete --command passgo --arguments '(passgo --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def command(
    shell: Annotated[str, Argument(says="bash, zsh or fish.", among=lambda: tuple(SCRIPTS))],
) -> None:
    """Print what makes your shell complete commands, options, editions and bots.

    Put the line of your shell into the file that it reads when it starts:

        eval "$(passgo completion bash)"       # ~/.bashrc
        eval "$(passgo completion zsh)"        # ~/.zshrc, after compinit
        passgo completion fish | source        # ~/.config/fish/config.fish
    """
    if shell not in SCRIPTS:
        raise BadInput(f"expected one of {', '.join(SCRIPTS)}, not {shell!r}")
    print(SCRIPTS[shell], end="")

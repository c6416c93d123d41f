"""``dagbag completion``: what makes a shell complete the words of this command."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from .errors import FINE
from .parsers import one_of, parser_of
from .table import COMMANDS, module_of

SHELLS = ("bash", "zsh", "fish")

DESCRIPTION = """\
Print a script that makes a shell complete the sub-commands, their options and the words that an
option takes; everything else is completed as a file. Load it where your shell starts, once."""

EXAMPLES = (
    "dagbag completion bash >> ~/.bashrc",
    "dagbag completion zsh >> ~/.zshrc",
    "dagbag completion fish > ~/.config/fish/completions/dagbag.fish",
)


class Words(NamedTuple):
    """What can be completed of a sub-command."""

    name: str
    summary: str
    options: dict[str, str]  # with what each is for
    choices: dict[str, tuple[str, ...]]  # by option; those of the positional arguments by ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "shell", type=one_of(SHELLS), metavar="SHELL", help=f"one of {', '.join(SHELLS)}"
    )


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    words = [words_of(name) for name in COMMANDS]
    write = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}[options.shell]
    print(write(words))
    return FINE


def words_of(name: str) -> Words:
    """Read a sub-command's words from its parser."""
    options: dict[str, str] = {}
    choices: dict[str, tuple[str, ...]] = {}
    for action in parser_of(module_of(name), name)._actions:
        given: Any = action.choices or getattr(action.type, "words", ())
        told = tuple(map(str, given))
        if not action.option_strings and told:
            choices[""] = told
        for option in action.option_strings:
            if not option.startswith("--"):
                continue
            options[option] = (action.help or "").split(";")[0].split("(default")[0].strip()
            if told:
                choices[option] = told
    return Words(name, COMMANDS[name].summary, options, choices)


# A case of the word before the cursor, and of the sub-command; what no case knows is a file.


def _cases(words: list[Words]) -> list[str]:
    lines = ['  case "$command$before" in']
    for command in words:
        for option, told in command.choices.items():
            if option:
                lines.append(f"    {command.name}{option}) found='{' '.join(told)}' ;;")
    lines += ["    *)", '      case "$command" in']
    for command in words:
        listed = " ".join((*command.choices.get("", ()), *command.options))
        lines.append(f"        {command.name}) found='{listed}' ;;")
    lines += [f"        '') found='{' '.join(COMMANDS)} --help --version' ;;", "      esac"]
    return [*lines, "      ;;", "  esac"]


def bash_script(words: list[Words]) -> str:
    """Return the script for bash."""
    return "\n".join(
        [
            "_dagbag() {",
            '  local current="${COMP_WORDS[COMP_CWORD]}" command="" found=""',
            '  local before="${COMP_WORDS[COMP_CWORD-1]}"',
            '  [ "$COMP_CWORD" -gt 1 ] && command="${COMP_WORDS[1]}"',
            *_cases(words),
            '  COMPREPLY=($(compgen -W "$found" -- "$current"))',
            "}",
            "complete -o default -o bashdefault -F _dagbag dagbag",
        ]
    )


def zsh_script(words: list[Words]) -> str:
    """Return the script for zsh."""
    return "\n".join(
        [
            "#compdef dagbag",
            "_dagbag() {",
            '  local before="" command="" found=""',
            '  (( CURRENT > 2 )) && command="$words[2]"',
            '  [[ "$words[CURRENT-1]" == --* ]] && before="$words[CURRENT-1]"',
            *_cases(words),
            "  compadd -- ${=found}",
            '  if [[ -n "$command" && "$words[CURRENT]" != -* ]]; then _files; fi',
            "  return 0",
            "}",
            "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }",
            "compdef _dagbag dagbag",
        ]
    )


def fish_script(words: list[Words]) -> str:
    """Return the script for fish."""
    lines = [
        "complete -c dagbag -n __fish_use_subcommand -f",
        "complete -c dagbag -n __fish_use_subcommand -l help -d 'list the commands'",
        "complete -c dagbag -n __fish_use_subcommand -l version -d 'print the version'",
    ]
    for command in words:
        lines.append(
            f"complete -c dagbag -n __fish_use_subcommand -a {command.name} "
            f"-d {_quoted(command.summary)}"
        )
        inside = f"complete -c dagbag -n '__fish_seen_subcommand_from {command.name}'"
        if "" in command.choices:
            lines.append(f"{inside} -f -a {_quoted(' '.join(command.choices['']))}")
        for option, told in command.options.items():
            line = f"{inside} -l {option[2:]} -d {_quoted(told)}"
            if option in command.choices:
                line += f" -x -a {_quoted(' '.join(command.choices[option]))}"
            lines.append(line)
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%") + "'"

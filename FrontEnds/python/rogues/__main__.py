"""The command `rogues`, as pip installs it: it becomes the program that the wheel brings."""

import os
import shutil
import sys

from rogues.command import CommandError, command


def called(program):
    """What somebody types who wants it again: the reports say it, and the program inside the wheel is none of it."""
    name = sys.argv[0]
    if os.path.basename(name) != "rogues":
        return program
    found = shutil.which("rogues")
    return "rogues" if found and os.path.samefile(found, name) else name


def main():
    try:
        program = command()
        os.execv(program, [called(program), *sys.argv[1:]])
    except (CommandError, OSError) as error:
        print(f"rogues: {error}", file=sys.stderr)
        sys.exit(69)


if __name__ == "__main__":
    main()

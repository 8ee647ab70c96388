"""The command `rogues`, as pip installs it: it becomes the program that the wheel brings."""

import os
import sys

from rogues.command import CommandError, command


def main():
    try:
        program = command()
        os.execv(program, [program, *sys.argv[1:]])
    except (CommandError, OSError) as error:
        print(f"rogues: {error}", file=sys.stderr)
        sys.exit(69)


if __name__ == "__main__":
    main()

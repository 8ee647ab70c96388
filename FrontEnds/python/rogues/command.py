"""Where the command is: the one that the variable ROGUES names, else the one of this installation."""

import ctypes
import os
import re

HOME = os.path.dirname(os.path.abspath(__file__))
INSTALLED = os.path.join(HOME, "bin", "rogues")


class CommandError(Exception):
    """The command cannot be started, or did not do what it was asked for."""


def command():
    """The path of the command; raises CommandError with what to do if it cannot run here."""
    named = os.environ.get("ROGUES")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise CommandError(f"ROGUES names '{named}', which is no program; unset it, or name the command 'rogues'")
        return os.path.abspath(named)
    if not os.path.isfile(INSTALLED):
        raise CommandError(
            f"there is no command at '{INSTALLED}'; install the wheel (pip install --force-reinstall), or name the command in "
            "the variable ROGUES")
    if not os.access(INSTALLED, os.X_OK):
        raise CommandError(f"'{INSTALLED}' may not be executed; chmod +x, or install the wheel with pip")
    for complaint in [wrong_libc(), *missing_libraries()]:
        if complaint:
            raise CommandError(complaint)
    return INSTALLED


def needs():
    """What the command needs of the system, as Packaging/wheel found it: the version of glibc, and libraries."""
    with open(os.path.join(HOME, "bin", "needs"), encoding="ascii") as file:
        glibc, *libraries = file.read().split()
    return glibc, libraries


def wrong_libc():
    needed, _ = needs()
    try:
        found = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        found = ""
    version = re.search(r"(\d+)\.(\d+)", found)
    if not version:
        return f"the command needs Linux with glibc {needed} or newer, and this system has no glibc"
    if tuple(map(int, version.groups())) < tuple(map(int, needed.split("."))):
        return f"the command needs glibc {needed} or newer, and this system has {version.group()}"
    return None


def missing_libraries():
    for name in needs()[1]:
        try:
            ctypes.CDLL(name)
        except OSError:
            yield f"the command needs {name}, which this system lacks (Debian: {PACKAGES.get(name, 'apt-file search ' + name)})"


PACKAGES = {"libstdc++.so.6": "apt-get install libstdc++6", "libgcc_s.so.1": "apt-get install libgcc-s1"}

"""Rogues' Gallery from Python: the command, and what a test hands to a client.

`rogues` on the command line is the command itself. In pytest, the mark `rogues` and the fixture `rogue` judge a client of
your own (docs/guides/pytest.md).
"""

from rogues.attempt import Attempt, Pin
from rogues.judging import CommandError
from rogues.reasons import Failed, Refused, Unsupported

__all__ = ["Attempt", "CommandError", "Failed", "Pin", "Refused", "Unsupported"]

"""pytest: the mark `rogues` makes one test of each scenario, and the fixture `rogue` judges a client in it."""

import pytest

from rogues.command import CommandError
from rogues.judging import ClientError, judge, listed
from rogues.reasons import REASONS

MARK = (
    "rogues(*patterns, profile=None, capabilities=(), ssl_context=False, catalogue=None, options=()): one test for each "
    "scenario that matches; the fixture 'rogue' judges your client")
SETTINGS = {"profile", "capabilities", "ssl_context", "catalogue", "options"}
# What a test's report says about its scenario, to whoever adds them up.
PROPERTY = "rogues"


class Rogue:
    """The scenario of one test."""

    def __init__(self, scenario, settings):
        self.scenario, self.settings = scenario, settings
        self.forget()

    def forget(self):
        # What happened when a client was judged last (None: none was), and what to say about the last bad verdict.
        self.result, self.text = None, ""

    def judge(self, client, refusals=None):
        """Has the client make the requests of the scenario, and fails the test if it gets one wrong.

        `client(attempt)` makes one request, as `attempt` says, and returns the body of the response; it refuses by its
        exception. `refusals` says which exceptions of the client's own are refusals, and for which reason (or None).
        """
        __tracebackhide__ = True
        for kind, reason in (refusals or {}).items():
            if reason is not None and reason not in REASONS:
                raise ValueError(f"{kind.__name__}: '{reason}' is no reason to refuse; they are " + ", ".join(sorted(REASONS)))
        self.result, verdict = "error", None
        try:
            verdict = judge(
                client, [*arguments_of(self.settings), self.scenario], self.settings["capabilities"],
                self.settings["ssl_context"], refusals)
        except (CommandError, ClientError) as error:
            complaint = f"rogues: {error}"
        if verdict is None:
            self.fail(complaint)
        self.conclude(verdict)

    def conclude(self, verdict):
        __tracebackhide__ = True
        if verdict.status == 0 and verdict.is_judged:
            self.result = "pass"
        elif verdict.status == 4 and verdict.missing or verdict.status == 0 and verdict.is_unsupported:
            self.result = "unsupported"
            pytest.skip("the client lacks what the scenario needs: " + "; ".join(verdict.missing or ["it does not offer what the fault is in"]))
        elif verdict.status == 1:
            self.result = "fail"
            self.fail(verdict.block)
        elif verdict.status == 2:
            self.result = "inconclusive"
            self.fail("inconclusive, which proves nothing: " + verdict.block)
        else:
            self.fail(f"rogues run: exit status {verdict.status}\n{verdict.text}")

    def fail(self, text):
        __tracebackhide__ = True
        self.text = text
        pytest.fail(text, pytrace=False)


def arguments_of(settings):
    arguments = ["--profile", settings["profile"]] if settings["profile"] else []
    if settings["catalogue"]:
        arguments += ["--catalogue", str(settings["catalogue"])]
    return [*arguments, *settings["options"]]


# -- One test for each scenario


def pytest_addoption(parser):
    parser.addini(
        "rogues_capabilities", "What the client under test can be told beside CAs (docs/reference/adapters.md).", "args", [])


def pytest_configure(config):
    config.addinivalue_line("markers", MARK)
    config.pluginmanager.register(Tally(), "rogues-tally")


def settings_of(mark, config):
    unknown = set(mark.kwargs) - SETTINGS
    if unknown:
        raise ValueError(f"there is no '{min(unknown)}'; the settings are " + ", ".join(sorted(SETTINGS)))
    found = {"profile": None, "capabilities": (), "ssl_context": False, "catalogue": None, "options": (), **mark.kwargs}
    for name in ("capabilities", "options"):
        if isinstance(found[name], str):
            raise ValueError(f"{name} is a list: {name}=[{found[name]!r}]")
    found["capabilities"] = [*config.getini("rogues_capabilities"), *found["capabilities"]]
    return found


def pytest_generate_tests(metafunc):
    if "rogue" not in metafunc.fixturenames:
        return
    where = metafunc.definition.nodeid
    marks = list(metafunc.definition.iter_markers("rogues"))
    if len(marks) != 1:
        raise pytest.Collector.CollectError(
            f"{where}: the fixture 'rogue' needs one mark that says which scenarios: @pytest.mark.rogues('trust/*')")
    try:
        settings = settings_of(marks[0], metafunc.config)
        if not marks[0].args and not settings["profile"]:
            raise ValueError("name scenarios, such as 'trust/*', or a profile, such as profile='core'")
        scenarios = listed([*arguments_of({**settings, "options": ()}), *marks[0].args])
    except (CommandError, ValueError) as error:
        raise pytest.Collector.CollectError(f"{where}: rogues: {error}") from None
    if not scenarios:
        raise pytest.Collector.CollectError(f"{where}: rogues: no scenario matches {', '.join(map(repr, marks[0].args))}")
    # Those of a class or a package share what another test was given.
    metafunc.parametrize("rogue", [Rogue(name, settings) for name in scenarios], ids=scenarios, scope="function")


def pytest_runtest_setup(item):
    if item.get_closest_marker("rogues") and rogue_of(item) is None:
        pytest.fail("rogues: the test has the mark 'rogues' and no argument 'rogue', so that it judges nothing", pytrace=False)


# The outermost, so that what other plug-ins make of a failure is known.
@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    rogue = rogue_of(item)
    if rogue is None or call.when != "call":
        return
    is_skipped = report.skipped and not hasattr(report, "wasxfail")
    if (report.passed or is_skipped) and rogue.text:
        be_red(report, "rogues: the test went on after a bad verdict: let the exception of rogue.judge pass\n" + rogue.text)
    elif report.passed and rogue.result is None:
        be_red(report, "rogues: the test judged nothing: call rogue.judge(client)")
    elif report.passed and rogue.result != "pass":
        be_red(report, f"rogues: the test went on after 'rogue.judge' ended with: {rogue.result}; let its exception pass")
    elif report.skipped and hasattr(report, "wasxfail") and rogue.result in ("error", "inconclusive"):
        be_red(report, "rogues: that the test fails was expected, and it did not come to that\n" + rogue.text)
    report.user_properties.append((PROPERTY, rogue.result or "nothing"))
    # A test that is repeated is judged anew.
    rogue.forget()


def be_red(report, text):
    report.outcome, report.longrepr = "failed", text
    if hasattr(report, "wasxfail"):
        del report.wasxfail


def rogue_of(item):
    rogue = item.callspec.params.get("rogue") if hasattr(item, "callspec") else None
    return rogue if isinstance(rogue, Rogue) else None


# -- Never green for nothing


class Tally:
    """Fails a session in which all scenarios of a test were skipped: nothing was judged."""

    def __init__(self):
        self.judged = {}

    def pytest_runtest_logreport(self, report):
        results = [value for name, value in report.user_properties if name == PROPERTY]
        if report.when == "call" and results:
            is_skipped = report.skipped and not hasattr(report, "wasxfail")
            self.judged.setdefault(report.nodeid.split("[")[0], []).append(not is_skipped)

    def idle(self):
        return [name for name, judged in sorted(self.judged.items()) if not any(judged)]

    def pytest_terminal_summary(self, terminalreporter):
        for name in self.idle():
            terminalreporter.write_line(
                f"rogues: {name} judged nothing, because the client lacks what every scenario needs: declare its capabilities, "
                "or choose other scenarios", red=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        if self.idle() and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

"""The mark and the fixture, by sessions of pytest that use them with the installed command."""

import os
import pathlib
import socket

import pytest

# One case instead of six.
SHORT = 'options=["--axes", "tls=1.3,policy=system"]'


def test_each_scenario_is_a_test_that_is_green_or_shows_the_block(place):
    place.makepyfile("""
        import clients, pytest

        @pytest.mark.rogues("names/wrong-host", "trust/unknown-ca")
        def test_careful(rogue):
            rogue.judge(clients.careful)

        @pytest.mark.rogues("names/wrong-host", "trust/unknown-ca")
        def test_nameless(rogue):
            rogue.judge(clients.nameless)
        """)
    result = place.runpytest("-rA")
    result.assert_outcomes(passed=3, failed=1)
    assert result.ret == 1
    text = result.stdout.str()
    assert "PASSED test_each_scenario_is_a_test_that_is_green_or_shows_the_block.py::test_careful[names/wrong-host]" in text
    assert "FALSE-ACCEPT  names/wrong-host" in text and "\n  fix " in text and "ClientHello" in text
    assert "Traceback" not in text and "judging.py" not in text and "plugin.py" not in text
    # What is for runs of many scenarios, and for people who start the command.
    assert "event log" not in text and "covers 1" not in text and "\n  again" not in text


def test_expressions_choose_scenarios(place):
    place.makepyfile(f"""
        import clients, pytest

        @pytest.mark.rogues("trust/*", {SHORT})
        def test_trust(rogue):
            rogue.judge(clients.careful)
        """)
    result = place.runpytest("-k", "unknown-ca")
    assert result.parseoutcomes()["passed"] < 5 and "failed" not in result.parseoutcomes()
    assert result.parseoutcomes()["deselected"] > 5


NEVER_GREEN = {
    "returns_nothing": "rogue.judge(lambda attempt: None)",
    "returns_an_empty_text": "rogue.judge(lambda attempt: '')",
    "invents_a_nonce": "rogue.judge(lambda attempt: '0' * 32)",
    "refuses_everything": "rogue.judge(fails(ssl.SSLError('no')))",
    "refuses_everything_for_a_reason": "rogue.judge(fails(ssl.SSLCertVerificationError('no')))",
    "is_wrong_in_itself": "rogue.judge(fails(KeyError('host')))",
    "is_wrong_where_it_handles_a_refusal": "rogue.judge(mishandles)",
    "ends_the_program": "rogue.judge(fails(SystemExit(0)))",
    "was_never_asked": "pass",
    "makes_no_context": "rogue.judge(clients.careful)",
    "swallows_the_verdict": "swallowing(rogue, trusting)",
    "swallows_the_verdict_and_judges_another": "swallowing(rogue, trusting); rogue.judge(clients.careful)",
    "swallows_a_mistake": "swallowing(rogue, fails(KeyError('host')))",
    "skips_after_the_verdict": "swallowing(rogue, trusting); pytest.skip('later')",
}


def test_what_proves_nothing_is_red(place):
    place.makepyfile(f"""
        import clients, pytest, ssl

        def fails(error):
            def client(attempt):
                raise error
            return client

        def mishandles(attempt):
            try:
                return clients.careful(attempt)
            except OSError:
                return {{}}["host"]

        def trusting(attempt):
            return clients.get(attempt, ssl._create_unverified_context())

        def swallowing(rogue, client):
            try:
                rogue.judge(client)
            except BaseException:
                pass
        """ + "".join(f"""
        @pytest.mark.rogues("trust/unknown-ca", {SHORT}, ssl_context={name == "makes_no_context"})
        def test_{name}(rogue):
            {body}
        """ for name, body in NEVER_GREEN.items()) + """
        @pytest.mark.rogues("trust/unknown-ca")
        def test_without_argument():
            pass
        """)
    result = place.runpytest("-rA")
    result.assert_outcomes(failed=len(NEVER_GREEN), errors=1)
    text = result.stdout.str()
    for words in (
            "the client returned NoneType", "inconclusive, which proves nothing", "a nonce that this server did not send",
            "KeyError: 'host'", "call rogue.judge(client)", "the client did not call attempt.ssl_context()",
            "no argument 'rogue'", "went on after a bad verdict", "ended with: error"):
        assert words in text, words


SELECTIONS = {
    "nothing_fits": ('@pytest.mark.rogues("no-such/*")', "no scenario matches the pattern"),
    "no_profile": ('@pytest.mark.rogues(profile="no-such")', "there is no profile 'no-such'"),
    "no_mark": ("", "needs one mark"),
    "two_marks": ('@pytest.mark.rogues("trust/*")\n@pytest.mark.rogues("names/*")', "needs one mark"),
    "no_pattern": ("@pytest.mark.rogues()", "name scenarios"),
    "setting": ('@pytest.mark.rogues("trust/*", profiles="core")', "there is no 'profiles'"),
    "text": ('@pytest.mark.rogues("trust/*", capabilities="pin.spki.leaf")', "capabilities is a list"),
}


def test_a_selection_that_selects_nothing_is_an_error(place):
    place.makepyfile(**{
        f"test_{name}": f"import pytest\n\n{mark}\ndef test_it(rogue):\n    pass\n" for name, (mark, _) in SELECTIONS.items()})
    result = place.runpytest()
    result.assert_outcomes(errors=len(SELECTIONS))
    assert result.ret == 2
    for _, words in SELECTIONS.values():
        assert words in result.stdout.str(), words


IDLE = f"""
    import clients, pytest

    @pytest.mark.rogues("pin/no-pin-matches", "pin/digest-of-certificate", {{options}})
    def test_pins(rogue):
        rogue.judge(clients.careful)

    @pytest.mark.rogues("trust/unknown-ca", {SHORT})
    def test_trust(rogue):
        rogue.judge(clients.careful)
    """


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_test_of_which_everything_is_skipped_fails_the_session(place, arguments):
    if arguments:
        pytest.importorskip("xdist")
    place.makepyfile(IDLE.format(options=""))
    result = place.runpytest("-rs", *arguments)
    result.assert_outcomes(passed=1, skipped=2)
    assert result.ret == 1
    assert "test_pins judged nothing" in result.stdout.str() and "lacks what the scenario needs: pin." in result.stdout.str()
    assert place.runpytest("-k", "test_trust", *arguments).ret == 0


def test_an_expected_failure_has_to_be_a_failure(place):
    place.makepyfile(f"""
        import clients, pytest

        def refuses(attempt):
            raise OSError("no network")

        @pytest.mark.xfail
        @pytest.mark.rogues("names/wrong-host", {SHORT})
        def test_known(rogue):
            rogue.judge(clients.nameless)

        @pytest.mark.xfail
        @pytest.mark.rogues("names/wrong-host", {SHORT})
        def test_nothing_proved(rogue):
            rogue.judge(refuses)
        """)
    result = place.runpytest()
    result.assert_outcomes(xfailed=1, failed=1)


PINS = """
    import clients, hashlib, http.client, pytest, ssl

    CAN = ["pin.certificate.leaf"]

    class PinError(Exception):
        pass

    async def pinning(attempt):
        connection = http.client.HTTPSConnection(attempt.host, attempt.port, context=attempt.ssl_context(), timeout=4)
        connection.connect()
        leaf = hashlib.sha256(connection.sock.getpeercert(binary_form=True)).hexdigest()
        if attempt.pins is not None and leaf not in [pin.hex for pin in attempt.pins]:
            connection.close()
            raise PinError("another certificate")
        connection.request("GET", attempt.path)
        return connection.getresponse().read()

    def pinless(attempt):
        return clients.get(attempt, attempt.ssl_context())

    @pytest.fixture
    def judged(rogue):
        return rogue

    @pytest.mark.rogues("rotation/leaf-swapped-on-second-connection", capabilities=CAN, ssl_context=True)
    class TestPins:
        def test_pinning(self, judged):
            judged.judge(pinning, refusals={PinError: "pin-mismatch"})

        def test_pinless(self, rogue):
            rogue.judge(pinless)

        def test_unknown_error(self, rogue):
            rogue.judge(pinning)

        def test_no_reason(self, rogue):
            rogue.judge(pinning, refusals={PinError: "pins"})
    """


def test_pins_reach_the_client(place):
    place.makepyfile(PINS)
    result = place.runpytest("-rA")
    result.assert_outcomes(passed=1, failed=3)
    text = result.stdout.str()
    assert "PASSED" in text and "::TestPins::test_pinning[" in text
    assert "FALSE-ACCEPT" in text and "PinError: another certificate" in text and "'pins' is no reason to refuse" in text


FAKES = {
    "exit status 70": "print('a fault', file=sys.stderr); sys.exit(70)",
    "exit status 0": "sys.exit(0)",
    "exit status 4": "sys.exit(4)",
    "exit status -9": "os.kill(os.getpid(), signal.SIGKILL)",
    "no JSON": "print('hello', flush=True); sys.stdin.read()",
}


@pytest.mark.parametrize("words", FAKES)
def test_a_command_that_goes_wrong_is_red(place, fake, words):
    fake(FAKES[words])
    place.makepyfile("""
        import clients, pytest

        @pytest.mark.rogues("trust/unknown-ca")
        def test_it(rogue):
            rogue.judge(clients.careful)
        """)
    result = place.runpytest()
    result.assert_outcomes(failed=1)
    assert words in result.stdout.str()


def test_a_missing_command_is_an_error_that_says_what_to_do(place, monkeypatch):
    monkeypatch.setenv("ROGUES", "/nowhere/rogues")
    place.makepyfile("""
        import pytest

        @pytest.mark.rogues("trust/unknown-ca")
        def test_it(rogue):
            pass
        """)
    result = place.runpytest()
    result.assert_outcomes(errors=1)
    assert "ROGUES names '/nowhere/rogues', which is no program; unset it" in result.stdout.str()


def test_nothing_is_left_behind(place, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "intranet.example")
    look_up = socket.getaddrinfo
    place.makepyfile(f"""
        import clients, pytest

        @pytest.mark.rogues("trust/unknown-ca", {SHORT})
        def test_it(rogue):
            rogue.judge(clients.careful)

        @pytest.mark.rogues("trust/unknown-ca", {SHORT})
        def test_mistake(rogue):
            rogue.judge(lambda attempt: None)
        """)
    place.runpytest().assert_outcomes(passed=1, failed=1)
    assert socket.getaddrinfo is look_up
    assert os.environ["NO_PROXY"] == "intranet.example" and "no_proxy" not in os.environ
    children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    assert not [child for child in children if "rogues" in pathlib.Path(f"/proc/{child}/cmdline").read_text()]

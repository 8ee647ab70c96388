"""Drives a program in C or C++ with one process for each attempt, through the session door (docs/reference/adapters.md).

    native.py --name ADAPTER SOURCE FLAGS...            compiles the source and answers attempts
    native.py --name ADAPTER SOURCE FLAGS... --version  prints the version of the library

The program gets the attempt as NAME=VALUE arguments (client.h reads them) and prints one line of the exec door. With
`--version` it prints its library's name, a tab, the version, and in a second line its capabilities. The flag dpkg:PACKAGE
names the Debian package that the program is built with: its version is the library's, and ROGUES_VERSION in the program.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import session

INCLUDES = os.path.dirname(os.path.abspath(__file__))


def compiled(source, flags):
    compiler = "c++" if source.endswith(".cpp") else "cc"
    if not shutil.which(compiler):
        sys.exit(f"{compiler} is not installed")
    folder = tempfile.mkdtemp()  # in TMPDIR, which is private and is removed
    program = os.path.join(folder, "client")
    standard = "-std=c++17" if compiler == "c++" else "-std=gnu11"
    warnings = ["-Wall", "-Wno-unused-function", "-Wno-deprecated-declarations"]
    command = [compiler, standard, "-O1", *warnings, "-I", INCLUDES, "-o", program, source, *map(expanded, flags)]
    ending = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ending.returncode:
        text = ending.stdout.decode(errors="replace")
        first = next((line for line in text.splitlines() if "error" in line or "cannot find" in line), text)
        print("the program cannot be built here: " + first[:300])
        sys.exit(69)
    return program


def expanded(flag):
    """A flag as the compiler has it."""
    if not flag.startswith("dpkg:"):
        return flag
    version = packaged(flag)
    if not version:
        # Another library's headers may be where this one's are not.
        print(f"the package {flag.removeprefix('dpkg:')} is not installed")
        sys.exit(69)
    return f'-DROGUES_VERSION="{version}"'


def packaged(flag):
    """The version of a package; empty where it is not installed."""
    if not shutil.which("dpkg-query"):
        return ""
    question = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", flag.removeprefix("dpkg:")]
    answer = subprocess.run(question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    if not answer.startswith("installed "):
        return ""
    # Neither the epoch nor the revision is the library's.
    return re.sub(r"^\d+:|[+]dfsg.*|-[^-]*$", "", answer.removeprefix("installed "))


def described(program):
    ending = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True)
    first, second = ending.stdout.decode().splitlines()
    library, version = first.split("\t")
    return library, version, set(second.split())


def arguments(attempt):
    revocation = attempt.policy["revocation"]
    said = {
        "id": attempt.id, "address": attempt.address, "port": attempt.port, "host": attempt.host, "path": attempt.path,
        "sni": "" if is_address(attempt.host) else attempt.host.rstrip("."), "hostname": attempt.hostname,
        "minimum": attempt.minimum, "maximum": attempt.maximum, "milliseconds": int(attempt.seconds * 1000),
        "alpn": ",".join(attempt.alpn), "roots": attempt.roots_file, "revocation": revocation["mode"],
        "methods": ",".join(revocation["methods"]) if revocation["mode"] != "off" else "",
    }
    if attempt.crls:
        said["crls"] = attempt.file(revocation["allCRLs"])
    if attempt.policy["time"]:
        said["time"] = int(attempt.moment.timestamp())
    if attempt.identity:
        said["certificate"], said["key"] = attempt.chain_file, attempt.key_file
    if "tofu" in attempt.needs:
        said["known"], said["learn"] = attempt.file(attempt.message["state"]) + "/known", int(attempt.message["learn"])
    pins = []
    for number, alternatives in enumerate(attempt.pin_sets):
        for pin in alternatives:
            # The file is missing where there is nothing but a digest.
            file = attempt.file(pin["der"]) or ""
            pins.append(f"pin={number}:{pin['kind']}:{pin['position']}:{pin['sha256Hex']}:{file}")
        said["sets"] = number + 1
    return [f"{name}={value}" for name, value in said.items() if value is not None] + pins


def is_address(host):
    return ":" in host or host.replace(".", "").isdigit()


def request_by(program):
    def request(attempt):
        command = [program, *arguments(attempt)]
        ending = subprocess.run(
            command, cwd=attempt.message["directory"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        sys.stderr.write(ending.stderr.decode(errors="replace")[-4000:])
        if ending.returncode < 0:
            raise RuntimeError(f"the program was ended by {signal.Signals(-ending.returncode).name}")
        lines = ending.stdout.decode(errors="replace").splitlines()
        if ending.returncode or not lines:
            raise RuntimeError(f"the program ended with status {ending.returncode} and {lines[-1:]}")
        word, _, rest = lines[-1].partition(" ")
        first, _, text = rest.partition(" ")
        if word == "ACCEPT":
            return first
        if word == "CANCEL":
            reason, _, phase = first.partition("@")
            raise session.Cancel(reason or None, text, phase or "handshake")
        if word == "FAILED":
            raise session.Failed(first, text)
        if word == "UNSUPPORTED":
            raise session.Unsupported(first, text)
        raise RuntimeError(f"a line that the contract does not define: {lines[-1]}")

    return request


def main():
    name, source, *flags = sys.argv[2:]
    if flags[-1:] == ["--version"]:
        # If a package has the version, nothing is built for it, which would take seconds.
        version = next((packaged(flag) for flag in flags if flag.startswith("dpkg:")), "")
        if version:
            print(name, version)
            return
    program = compiled(source, [flag for flag in flags if flag != "--version"])
    library, version, capabilities = described(program)
    if flags[-1:] == ["--version"]:
        print(name, version)
    else:
        session.serve(name, library, version, capabilities, request_by(program), in_flight=2)


if __name__ == "__main__":
    main()

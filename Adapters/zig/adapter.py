"""An adapter for Zig's std.crypto.tls, through the session door (docs/reference/adapters.md).

    adapter.py            compiles client.zig, unless it is there already, and answers attempts
    adapter.py --version  prints the version of Zig
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "shared"))

import hashlib
import importlib.metadata
import subprocess
import tempfile

import native
import session
import ziglang

# The same words are in adapter.yaml.
CAPABILITIES = {"anchors", "clock", "tls1.3", "reason"}


def compiled(version):
    """The program, in the environment that has the compiler: it is kept, because it takes a while."""
    source = os.path.join(HERE, "client.zig")
    with open(source, "rb") as file:
        name = hashlib.sha256(version.encode("ascii") + file.read()).hexdigest()[:16]
    folder = os.path.join(sys.prefix, "rogues")
    program = os.path.join(folder, f"client-{name}")
    if os.access(program, os.X_OK):
        return program
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        compiler = os.path.join(os.path.dirname(ziglang.__file__), "zig")
        # Debug, which is the default, has the same checks as ReleaseSafe, and compiles in a sixth of its time.
        command = [compiler, "build-exe", "-fstrip", f"-femit-bin={place}/client", source]
        caches = {"ZIG_GLOBAL_CACHE_DIR": f"{place}/global", "ZIG_LOCAL_CACHE_DIR": f"{place}/local"}
        ending = subprocess.run(command, cwd=place, env=os.environ | caches, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if ending.returncode:
            sys.exit(f"client.zig cannot be compiled by Zig {version}")
        os.rename(f"{place}/client", program)
    return program


if __name__ == "__main__":
    version = importlib.metadata.version("ziglang")
    if sys.argv[1:] == ["--version"]:
        print("zig", version)
    else:
        program = compiled(version)
        session.serve("zig", "Zig std.crypto.tls", version, CAPABILITIES, native.request_by(program), in_flight=2)

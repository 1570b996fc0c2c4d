# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions shared by the programs that try docscan in its surroundings."""
import base64, pathlib, shutil, sys, time, urllib.error, urllib.request

PROGRAM = pathlib.Path(sys.argv[0]).name


def unavailable(what):
    """Ends a program that can't run here."""
    print(f"{PROGRAM}: skipped: {what}.", file=sys.stderr)
    sys.exit(77)


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            unavailable(f"{tool} is not found")


def wait_for(what, condition, seconds=300):
    """Waits until a condition returns something, and returns that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.2)
    sys.exit(f"{PROGRAM}: waited {seconds} s in vain for {what}.")


def answer(address, secret=None):
    """Returns (status, text) of the viewer's answer, or None while it isn't reachable."""
    request = urllib.request.Request(address)
    if secret:
        request.add_header("Authorization", "Basic " + base64.b64encode(f"me:{secret}".encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""
    except OSError:
        return None


def expect(what, holds):
    print(f"{PROGRAM}: {what}: {'yes' if holds else 'NO'}", flush=True)
    if not holds:
        sys.exit(1)

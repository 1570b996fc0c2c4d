#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the services of Pipelines/packaging/compose.yaml without a container engine, up to the first searchable PDF in the viewer.

    python3 Tests/Tools compose PROGRAM FILE.pdf [--schema compose_spec.json]

PROGRAM is docscan, with its worker in the same folder. Each service runs its command from the file in a bubblewrap sandbox, with the mounts, the
read-only root, and the network that the file defines. FILE.pdf is put into the inbox. Then the viewer is called with the token and without it.
With --schema, the file is validated against the schema of the compose specification, which needs jsonschema. Needs bubblewrap and PyYAML. Exits
with 77 if they are missing.
"""
import json, os, pathlib, re, shutil, signal, socket, subprocess, sys, tempfile
import data, trial

FILE = data.ROOT / "Pipelines" / "packaging" / "compose.yaml"


def filled(value, settings):
    """Replaces the variables in a value, as compose does."""
    if isinstance(value, dict):
        return {key: filled(each, settings) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, settings) for each in value]
    if not isinstance(value, str):
        return value
    return re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: settings.get(found[1]) or found[2], value)


def sandboxed(service, secrets, program, folder):
    """Returns the command of a service in a sandbox like the one that the engine would make."""
    command = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run", "--die-with-parent"]
    assert service["read_only"] is True and service["tmpfs"] == "/tmp" and service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    bin_folder = pathlib.Path(program).resolve().parent
    command += ["--ro-bind", str(bin_folder), "/tmp/bin"]
    presets = data.ROOT / "Pipelines"
    command += ["--ro-bind", str(presets), "/tmp/presets"]
    for volume in service["volumes"]:
        source, _, target = volume.partition(":")
        command += ["--dir", target, "--bind", str((folder / source).resolve()), target]
    for name in service.get("secrets", []):
        command += ["--ro-bind", str((folder / secrets[name]["file"]).resolve()), f"/run/secrets/{name}"]
    if service.get("network_mode") == "none":
        command.append("--unshare-net")
    return [*command, "--setenv", "HOME", "/tmp", "--chdir", "/work", "/tmp/bin/docscan"]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("program")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--schema", type=pathlib.Path)
    args = parser.parse_args()
    try:
        import yaml
    except ImportError:
        trial.unavailable("PyYAML is missing")
    if shutil.which("bwrap") is None or subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], capture_output=True).returncode != 0:
        trial.unavailable("bubblewrap is missing, or makes no sandbox here")
    text = FILE.read_text()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"DOCSCAN_USER": f"{os.getuid()}:{os.getgid()}"}
    described = filled(yaml.safe_load(text), settings)
    if args.schema:
        import jsonschema
        wrong = [error.message for error in jsonschema.Draft201909Validator(json.loads(args.schema.read_text())).iter_errors(described)]
        assert not wrong, wrong
        print("fits the schema")
    services = described["services"]
    with tempfile.TemporaryDirectory(dir="/var/tmp") as scratch:
        folder = pathlib.Path(scratch)
        # The commands in the comment at the top of the file.
        steps = [line[4:] for line in text.splitlines() if line.startswith("#   ")][:2]
        subprocess.run(["sh", "-ec", "\n".join(steps)], cwd=folder, check=True)
        token = (folder / "scans/token").read_text().strip()
        running = []
        try:
            for name in services:
                service = services[name]
                # The preset isn't next to this program, and the port isn't in a namespace of its own.
                words = ["/tmp/presets/archive.json" if word == "archive" else str(port) if word == "8080" else word
                         for word in service["command"]]
                log = open(folder / f"{name}.log", "w")
                running.append(subprocess.Popen([*sandboxed(service, described["secrets"], args.program, folder), *words], stdout=log, stderr=log))
                if name == "watch":
                    shutil.copyfile(args.file, folder / "scans/inbox" / args.file.name)
                    made = folder / "scans/library" / args.file.stem / f"{args.file.stem}.pdf"
                    trial.wait_for("the searchable PDF", lambda: made.is_file() or running[0].poll() is not None, 600)
                    assert made.is_file(), (folder / "watch.log").read_text()
                    words_in_it = subprocess.run(["pdftotext", made, "-"], capture_output=True, text=True).stdout.split()
                    assert words_in_it, "the PDF has no text"
                    trial.wait_for("the original", lambda: any((folder / "scans").glob(f"*processed/{args.file.name}")) or any((folder / "scans/inbox").glob(f"processed/{args.file.name}")), 60)
            address = f"http://localhost:{port}/"
            status, _ = trial.wait_for("the viewer", lambda: trial.answer(address), 120)
            assert status == 401, f"without a token it answers {status}"
            assert trial.answer(address, "wrong-token-1234")[0] == 401
            status, page = trial.wait_for("the library", lambda: trial.answer(address, token), 60)
            assert status == 200 and "<html" in page, status
            print(f"{args.file.name}: {len(words_in_it)} words in the searchable PDF; the viewer asks for the token and shows the library")
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
            for process in running:
                process.wait(timeout=120)


try:
    main()
except AssertionError as error:
    sys.exit(f"compose.py: {error}")

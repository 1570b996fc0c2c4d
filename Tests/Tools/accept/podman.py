#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types the commands of the manual's page Installing for rootless Podman, up to the first searchable PDF in the viewer.

    python3 Tests/Tools podman FILE.pdf [--port 8097]

Run it as a user without privileges who has the image `docscan`, which `podman build -f Pipelines/packaging/Containerfile -t docscan packages`
makes. FILE.pdf is put into the inbox. Then the viewer is called with the token and without it, and the permissions of the watching container
are checked. Only the port and the names of the containers differ from the page. Exits with 77 if Podman or the image is missing.
"""
import pathlib, re, shutil, subprocess, sys, tempfile
import data, trial

PAGE = data.ROOT / "Sources" / "DocScan" / "DocScan.docc" / "Installing.md"
NAMES = ["docscan-watch", "docscan-view"]


def commands(port):
    """Returns the page's commands that make the folders, and those that start the containers."""
    text = PAGE.read_text()
    folders = "\n".join(re.findall(r"^(?:mkdir -p scans/|\(umask ).*$", text, re.M))
    block = re.search(r"```sh\n(as_me=.*?)```", text, re.S)[1]
    block = block.replace("127.0.0.1:8080:", f"127.0.0.1:{port}:").replace("--host localhost", f"--host localhost:{port}")
    for name in NAMES:
        block = block.replace(name, f"{name}-test")
    return folders + "\n" + block


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--port", type=int, default=8097)
    args = parser.parse_args()
    if not shutil.which("podman") or subprocess.run(["podman", "image", "exists", "docscan"]).returncode != 0:
        trial.unavailable("Podman, or the image docscan, is missing")
    containers = [f"{name}-test" for name in NAMES]
    with tempfile.TemporaryDirectory(dir=pathlib.Path.home()) as scratch:
        folder = pathlib.Path(scratch)
        try:
            subprocess.run(["bash", "-ec", commands(args.port)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            shutil.copyfile(args.file, folder / "scans/inbox" / args.file.name)
            made = folder / "scans/library" / args.file.stem / f"{args.file.stem}.pdf"
            trial.wait_for("the searchable PDF", made.is_file)
            found = subprocess.run(["pdftotext", made, "-"], capture_output=True, text=True).stdout.split()
            assert found, "the PDF has no text"
            assert made.owner() == folder.owner(), f"the PDF belongs to {made.owner()}"
            address = f"http://localhost:{args.port}/"
            status, _ = trial.wait_for("the viewer", lambda: trial.answer(address))
            assert status == 401, f"without a token it answers {status}"
            assert trial.answer(address, "wrong-token-1234")[0] == 401 and trial.answer(address, (folder / "scans/token").read_text().strip())[0] == 200
            may = subprocess.run(["podman", "exec", containers[0], "sh", "-c", "touch /x; grep -E 'CapEff|NoNewPrivs' /proc/self/status; ls /sys/class/net"],
                                 capture_output=True, text=True)
            assert "Read-only" in may.stderr and re.search(r"CapEff:\s+0+\n", may.stdout) and may.stdout.split()[-1] == "lo", may
            print(f"{args.file.name}: {len(found)} words in the searchable PDF; the viewer asks for the token; the reader has no network and no capability")
        finally:
            subprocess.run(["podman", "rm", "-f", "-t", "20", *containers], stdout=subprocess.DEVNULL)


try:
    main()
except AssertionError as error:
    sys.exit(f"podman.py: {error}")

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a plan whose documents, results, and library are in buckets of an S3 server, and compares it with one machine, byte for byte.

    python3 Tests/Tools s3 [DATA] [--program DOCSCAN] [--documents 12] [--moto FOLDER]

The server is moto, whose packages are in FOLDER: pip install --no-deps --require-hashes --target FOLDER -r Tests/s3.txt. Needs Debian's rclone.
Documents are in two folders of a bucket and above them. A shard gets SIGTERM after its first document and loses its scratch folder, and continues
on another machine from the contents of the bucket. A merge before all results exist names the missing shard. Then a document is added, and only
that one is planned and processed.

Exits with 1 if a step has another outcome, and with 77 if rclone or moto is missing.
"""
import json, os, pathlib, shutil, socket, subprocess, sys, tempfile
import data, slurm, trial

SCRIPTS = data.ROOT / "Pipelines" / "cluster" / "s3"


def script(name, *arguments, check=True):
    ended = subprocess.run(["bash", SCRIPTS / name, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    if check and ended.returncode != 0:
        sys.exit(f"s3.py: {name} ended with {ended.returncode}.")
    return ended


def rclone(*arguments):
    return subprocess.run(["rclone", *map(str, arguments), "--quiet"], check=True, stdout=subprocess.PIPE, text=True).stdout


def serve(folder, moto):
    """Starts moto on a free port, and returns its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], env=dict(os.environ, PYTHONPATH=str(moto)),
        stdout=open(folder / "moto.log", "w"), stderr=subprocess.STDOUT)
    for key, value in {"TYPE": "s3", "PROVIDER": "Other", "ENDPOINT": f"http://127.0.0.1:{port}", "ACCESS_KEY_ID": "test",
                       "SECRET_ACCESS_KEY": "test", "FORCE_PATH_STYLE": "true"}.items():
        os.environ[f"RCLONE_CONFIG_S3_{key}"] = value
    os.environ["RCLONE_CONFIG"] = str(folder / "rclone.conf")
    (folder / "rclone.conf").touch()
    # Debian's rclone quits if this is set. The server here has no certificate.
    os.environ.pop("AWS_CA_BUNDLE", None)

    def answers():
        with socket.socket() as call:
            return call.connect_ex(("127.0.0.1", port)) == 0
    trial.wait_for("moto", answers, 60)
    return server


def main():
    parser = slurm.arguments(__doc__, 12)
    parser.add_argument("--moto", default=data.ROOT / ".build" / "s3", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which("rclone") or not (options.moto / "moto").exists():
        trial.unavailable("Debian's rclone or moto is missing")
    program = options.program.resolve()
    os.environ.update(PATH=f"{program.parent}:{os.environ['PATH']}", SOURCE_DATE_EPOCH="0")
    with tempfile.TemporaryDirectory(prefix="docscan-s3-") as folder:
        folder = pathlib.Path(folder)
        server = serve(folder, options.moto)
        try:
            try_buckets(folder, program, options)
        finally:
            server.terminate()
            server.wait()


def try_buckets(folder, program, options):
    # The folder that represents the bucket during planning has the same path in the run of one machine.
    scratch = folder / "scratch"
    scratch.mkdir()
    inbox = slurm.pick(options.data, scratch / "inputs", options.documents)
    for number, path in enumerate(inbox):
        if number % 3:
            target = scratch / "inputs" / ("letters" if number % 3 == 1 else "old books")
            target.mkdir(exist_ok=True)
            path.rename(target / path.name)
    (folder / "cluster.json").write_text(json.dumps(slurm.PIPELINE))
    subprocess.run([program, "run", folder / "cluster.json", scratch / "inputs", "-o", folder / "one", "--progress", "none"])
    rclone("mkdir", "s3:archive")
    rclone("copy", scratch / "inputs", "s3:archive/inbox")
    shutil.rmtree(scratch)

    def plan():
        script("plan.sh", folder / "cluster.json", "s3:archive/inbox", "s3:archive/plan", scratch, "--pages-per-shard", "4")
        shutil.rmtree(scratch)
        return len(rclone("lsf", "s3:archive/plan/shards").split())

    def shard(number):
        return script("shard.sh", "s3:archive/inbox", "s3:archive/plan", "s3:archive/out", scratch, number, "-j", "1", check=False)

    def merge():
        return script("merge.sh", "s3:archive/plan", "s3:archive/out", "s3:archive/library", scratch / "merge", check=False)

    shards = plan()
    trial.expect(f"{shards} shards are planned, and their inputs removed", shards >= 3 and not scratch.exists())
    process = subprocess.Popen(
        ["bash", SCRIPTS / "shard.sh", "s3:archive/inbox", "s3:archive/plan", "s3:archive/out", scratch, "1", "-j", "1"])
    trial.wait_for("a first document", lambda: any(
        path.is_dir() for path in scratch.glob("shard-00001/out/shard-00001/[!.]*")), 120)
    process.terminate()
    trial.expect("SIGTERM ends a shard with 130", process.wait() == 130)
    there = rclone("lsf", "--files-only", "--recursive", "s3:archive/out/shard-00001", "--exclude", ".docscan/**").split()
    trial.expect("what it had done is in the bucket, and its scratch is gone",
           any(path.endswith(".pdf") for path in there) and not list(scratch.glob("*")))
    trial.expect("the others are done", all(shard(number).returncode == 0 for number in range(2, shards + 1)))
    early = merge()
    trial.expect("a merge names the shard that is missing", early.returncode == 1 and early.stdout.strip() == "1")
    trial.expect("the shard goes on", shard(1).returncode == 0)
    report = json.loads(rclone("cat", "s3:archive/out/shard-00001/report.json"))
    again = [document["status"] for document in report["documents"]]
    trial.expect(f"it does nothing twice: {', '.join(again)}", "unchanged" in again)
    trial.expect("the library is merged", merge().returncode == 0)
    rclone("copy", "s3:archive/library", folder / "library")
    wrong, count = slurm.differences(folder / "one", folder / "library")
    for path in wrong:
        print(f"differs: {path}")
    trial.expect(f"{count} files are those of one machine", count and not wrong)
    picture = next((folder / "one").rglob("*.pdf"))
    rclone("copyto", picture, "s3:archive/inbox/letters/new.pdf")
    shutil.rmtree(scratch)
    trial.expect("a new document is planned by itself", plan() == shards + 1)
    trial.expect("and done", shard(shards + 1).returncode == 0 and merge().returncode == 0)
    rclone("copy", "s3:archive/library", folder / "library")
    trial.expect("the library has it", (folder / "library" / "letters" / "new" / "new.pdf").exists())


if __name__ == "__main__":
    main()

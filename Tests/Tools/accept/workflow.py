#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the Snakefile of Pipelines/cluster/snakemake here and on a real Slurm, and compares both libraries with one machine's.

    sudo python3 Tests/Tools workflow [DATA] [--program DOCSCAN] [--documents 12] [--snakemake PROGRAM]

PROGRAM is snakemake with its executor for Slurm: pip install -r Pipelines/cluster/snakemake/requirements.txt. In both runs docscan is killed once
in the middle of a shard, and Snakemake retries it. Slurm is that of Tests/Tools/accept/slurm.py, and is skipped if it can't run. Exits with 1 if
a step has another outcome, and with 77 if snakemake is missing.
"""
import contextlib, os, pathlib, shutil, signal, subprocess, sys, tempfile
import data, slurm, trial

SNAKEFILE = data.ROOT / "Pipelines" / "cluster" / "snakemake" / "Snakefile"


def runs_of(folder):
    """Returns the docscan processes of the shards with results in a folder."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if words[0].endswith(b"docscan") and b"--shard" in words and path.parent.joinpath("cwd").resolve() == folder:
                found.append(int(path.parent.name))
    return found


def try_snakemake(name, folder, options, *arguments):
    """Runs the workflow in a folder of its own, with a kill."""
    place = folder / name
    place.mkdir()
    words = [options.snakemake, "--snakefile", SNAKEFILE, "--directory", place, "--latency-wait", "20", *arguments,
             "--config", f"plan={folder}/cluster.json {folder}/inbox --shards 3", "cpus=1"]
    with open(folder / f"{name}.log", "w") as log:
        process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT)
        try:
            doomed = trial.wait_for("a shard in the middle", lambda: (
                [0] if process.poll() is not None else any(
                    path.is_dir() for path in place.glob("out/shard-*/[!.]*")) and runs_of(place)))[0]
            if doomed:
                os.kill(doomed, signal.SIGKILL)
            status = process.wait(600)
        finally:
            if process.poll() is None:
                process.kill()
    # On Slurm, a job retries by itself and reports that in its own log.
    logs = [folder / f"{name}.log", *place.glob(".snakemake/slurm_logs/**/*.log")]
    text = "".join(path.read_text(errors="replace") for path in logs)
    if status != 0:
        print(text[-4000:])
    trial.expect(f"{name}: a shard was killed, and tried again", status == 0 and bool(doomed) and "Trying to restart job" in text)
    wrong, count = slurm.differences(folder / "one", place / "library")
    for path in wrong:
        print(f"differs: {path}")
    trial.expect(f"{name}: {count} files are those of one machine", count and not wrong)


def main():
    parser = slurm.arguments(__doc__, 12)
    parser.add_argument("--snakemake", default=shutil.which("snakemake"))
    options = parser.parse_args()
    if not options.snakemake:
        trial.unavailable("there is no snakemake")
    if os.geteuid() == 0 and not os.environ.get("OWN_MOUNTS"):
        os.environ["OWN_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, str(data.TOOLS), "workflow", *sys.argv[1:]])
    options.snakemake = str(pathlib.Path(options.snakemake).absolute())
    program = options.program.resolve()
    os.environ.update(PATH=f"{program.parent}:/usr/sbin:{os.environ['PATH']}", SOURCE_DATE_EPOCH="0")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="docscan-workflow-"))
    try:
        slurm.prepare(program, options.data, folder, options.documents)
        try_snakemake("here", folder, options, "--cores", "1")
        (folder / "slurm").mkdir()
        try:
            with slurm.Slurm(folder / "slurm"):
                # Snakemake's jobs look for the configuration in its usual place. The mount is only visible in this process.
                subprocess.run(["mount", "--bind", folder / "slurm", "/etc/slurm"], check=True)
                try_snakemake("on-slurm", folder, options, "--executor", "slurm", "--jobs", "3", "--default-resources",
                              "slurm_partition=docscan", "slurm_account=none", *options_of_slurm())
        except slurm.Unavailable as problem:
            print(f"workflow.py: not tried on Slurm: {problem}", file=sys.stderr)
    finally:
        if os.environ.get("KEEP"):
            print(folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def options_of_slurm():
    """Returns options for a Slurm without accounting."""
    return ["--slurm-keep-successful-logs", "--slurm-status-command", "squeue",
            "--slurm-init-seconds-before-status-checks", "5", "--seconds-between-status-checks", "5"]


if __name__ == "__main__":
    main()

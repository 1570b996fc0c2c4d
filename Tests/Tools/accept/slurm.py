#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a plan through a real Slurm with faults, and compares the library with that of one machine, byte for byte.

    sudo python3 Tests/Tools slurm [DATA] [--program DOCSCAN] [--documents 84]

Needs Debian's slurm-wlm and munge, and root's rights for Slurm's daemons and a small disk. Everything is in a scratch folder: a munged, a
slurmctld, and four slurmd, which Slurm sees as four nodes with one processor each. Then Pipelines/cluster/slurm/submit.sh submits a plan of seven
shards, and while these run

- another job takes the place of a task (preemption: SIGTERM, then back to the queue);
- a node is killed: its slurmd, what it started, and docscan with its workers, by SIGKILL;
- a task's script gets SIGTERM, as before its time is over: docscan ends with 130, and the task goes back to the queue;
- the disk of a shard's results is full: docscan ends with 6, and the merge names the shard. With space again, the same submit.sh runs
  only that shard, and merges.

Finally, a job makes a plan of a few documents, and submits their shards itself.

Exits with 1 if a fault didn't happen as described, or a file differs, and with 77 if Slurm can't run here.
"""
import contextlib, filecmp, json, os, pathlib, shutil, signal, socket, subprocess, sys, tempfile
import data, trial

SCRIPTS = data.ROOT / "Pipelines" / "cluster" / "slurm"
PIPELINE = {
    "name": "cluster", "stages": [{"stage": "deskew"}, {"stage": "recognize", "languages": ["eng"], "level": "fast"}],
    "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
CONFIGURATION = """
ClusterName=docscan
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmctldPort={port}
SlurmdSpoolDir={folder}/spool-%n
SlurmdPidFile={folder}/%n.pid
SlurmdLogFile={folder}/%n.log
SlurmdTimeout=10
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
KillWait=20
ReturnToService=2
SlurmctldParameters=preempt_send_user_signal
SchedulerParameters=batch_sched_delay=1,sched_interval=2,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
{nodes}
PartitionName=docscan Nodes=ALL Default=YES PriorityTier=1 GraceTime=20
PartitionName=urgent Nodes=ALL PriorityTier=10 PreemptMode=OFF
"""


class Unavailable(Exception):
    """Slurm can't run here. The message names what is missing."""


def children():
    """Returns every process, with its children."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found.setdefault(int(path.read_text().rpartition(")")[2].split()[1]), []).append(int(path.parent.name))
    return found


def descendants(process):
    tree, found, left = children(), [], [process]
    while left:
        found.append(left.pop())
        left += tree.get(found[-1], [])
    return found


class Slurm:
    """A Slurm of four nodes in a scratch folder. Ends all its processes at the end."""

    def __init__(self, folder, nodes=4, port=27001):
        missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
        if missing:
            raise Unavailable(f"{', '.join(missing)} not found: apt-get install slurm-wlm munge")
        if os.geteuid() != 0:
            raise Unavailable("Slurm's daemons need root")
        self.folder, self.daemons = folder, {}
        host = socket.gethostname().partition(".")[0]
        self.nodes = [f"n{number + 1}" for number in range(nodes)]
        lines = [f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port + 100 + place} CPUs=1 RealMemory=8000"
                 for place, name in enumerate(self.nodes)]
        (folder / "slurm.conf").write_text(
            CONFIGURATION.format(host=host, folder=folder, port=port, nodes="\n".join(lines)))
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o400)
        for name in ("state", *(f"spool-{node}" for node in self.nodes)):
            (folder / name).mkdir()

    def __enter__(self):
        try:
            self.start("munged", "munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket",
                       f"--key-file={self.folder}/munge.key", f"--pid-file={self.folder}/munge.pid",
                       f"--log-file={self.folder}/munge.log", f"--seed-file={self.folder}/munge.seed")
            trial.wait_for("munged", (self.folder / "munge.socket").exists, 20)
            self.start("slurmctld", "slurmctld", "-D")
            for node in self.nodes:
                self.start_node(node)
            trial.wait_for("four nodes", lambda: self.ask("sinfo", "-h", "-N", "-p", "docscan", "-o", "%t").split()
                     == ["idle"] * len(self.nodes), 60)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name, *command):
        self.daemons[name] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=open(self.folder / f"{name}.out", "a"), stderr=subprocess.STDOUT,
            start_new_session=True)

    def start_node(self, node):
        self.start(node, "slurmd", "-D", "-N", node)

    def steps(self, node=None):
        """Returns the processes of Slurm's jobs, recognized by our configuration in their environment."""
        found = set()
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                words = path.read_bytes().split(b"\0")
                if f"SLURM_CONF={self.folder}/slurm.conf".encode() in words and (
                        node is None or f"SLURMD_NODENAME={node}".encode() in words):
                    found.add(int(path.parent.name))
        return found - {os.getpid()}

    def kill_node(self, node):
        """Kills all processes of a node at once, like a power failure, and returns their number."""
        doomed = {self.daemons[node].pid}
        for process in self.steps(node) - doomed:
            parent = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1]
            if "slurmstepd" in pathlib.Path(f"/proc/{parent}/comm").read_text():
                doomed.add(int(parent))
            doomed.update(descendants(process))
        for process in doomed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.daemons.pop(node).wait()
        return len(doomed)

    def ask(self, *command):
        return subprocess.run(command, capture_output=True, text=True).stdout

    def tasks(self):
        """Returns every task that is queued or running: its number in the array and its job, state, and node."""
        rows = self.ask("squeue", "-h", "-r", "-t", "all", "-o", "%K %A %T %N %j").splitlines()
        return [row.split(" ") for row in rows]

    def running(self, shard):
        """Returns the job and node of a shard whose task is running."""
        for number, job, state, node, name in self.tasks():
            if number == str(shard) and state == "RUNNING" and name == "docscan":
                return job, node
        return None

    def wait_idle(self, seconds=900):
        ended = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT")
        trial.wait_for("all jobs to end", lambda: all(task[2] in ended for task in self.tasks()), seconds)

    def __exit__(self, *_):
        subprocess.run(["scancel", "--user=root"], capture_output=True, timeout=30) if "slurmctld" in self.daemons else None
        for name in [*(name for name in self.daemons if name != "munged"), "munged"]:
            if daemon := self.daemons.get(name):
                daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
        for process in self.steps():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def differences(one, other):
    """Returns the files that differ between two libraries, except report.json and .docscan, which describe runs."""
    def listing(folder):
        return {path.relative_to(folder) for path in folder.rglob("*")
                if path.is_file() and path.relative_to(folder).parts[0] not in ("report.json", ".docscan")}
    first, second = listing(one), listing(other)
    return sorted(first ^ second) + sorted(
        path for path in first & second if not filecmp.cmp(one / path, other / path, shallow=False)), len(first)


def pick(folder, inbox, documents):
    """Copies small pictures of all kinds into a folder, evenly spaced. Small ones suffice, since this tests the faults."""
    inbox.mkdir()
    found = sorted(path for path in folder.rglob("*") if path.suffix in (".png", ".jpg", ".tif") and 2000 < path.stat().st_size < 900_000)
    if len(found) < documents:
        sys.exit(f"{folder} has only {len(found)} pictures.")
    chosen = [found[number * len(found) // documents] for number in range(documents)]
    return [pathlib.Path(shutil.copy(path, inbox / f"{number:03}-{path.name}")) for number, path in enumerate(chosen)]


def prepare(program, inputs, folder, documents):
    """Prepares documents, a pipeline, and the library that one machine makes of them."""
    pick(inputs, folder / "inbox", documents)
    (folder / "cluster.json").write_text(json.dumps(PIPELINE))
    ended = subprocess.run(
        [program, "run", folder / "cluster.json", folder / "inbox", "-o", folder / "one", "-j", "2", "--progress", "none"])
    if ended.returncode not in (0, 1):
        sys.exit(f"slurm.py: one machine's run ended with {ended.returncode}.")


def finished(folder, shard):
    """Returns how many documents a shard has finished."""
    return len([path for path in (folder / "out" / f"shard-{shard:05}").glob("[!.]*") if path.is_dir()])


def arguments(about, documents):
    """Returns a parser of the arguments that every trial of a cluster takes."""
    parser = data.arguments(about)
    parser.add_argument("data", nargs="?", type=data.folder, metavar="DATA",
                        default=os.environ.get("DOCSCAN_DATA", data.ROOT.parent / "shared" / "data"))
    parser.add_argument("--program", default=data.ROOT / ".build" / "debug" / "docscan", type=pathlib.Path)
    parser.add_argument("--documents", type=int, default=documents)
    return parser


def main():
    options = arguments(__doc__, 84).parse_args()
    program = options.program.resolve()
    os.environ.update(
        PATH=f"{program.parent}:/usr/sbin:{os.environ['PATH']}", SOURCE_DATE_EPOCH="0", DOCSCAN_CPUS="1")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="docscan-slurm-"))
    disk = folder / "out" / "shard-00007"
    try:
        with Slurm(folder) as slurm:
            prepare(program, options.data, folder, options.documents)
            print(f"slurm.py: one machine has made {options.documents} documents.", flush=True)
            subprocess.run([program, "plan", folder / "cluster.json", folder / "inbox", "-o", folder / "plan", "--shards", "7"],
                           check=True)
            disk.mkdir(parents=True)
            # docscan keeps 100 MiB free. There is room for the first document or two.
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=103000k", "tmpfs", disk], check=True)
            faults(slurm, folder, disk)
            plan_in_a_job(slurm, folder)
        wrong, count = differences(folder / "one", folder / "library")
        for path in wrong:
            print(f"differs: {path}")
        print(f"slurm.py: {count} files of {options.documents} documents compared, {len(wrong)} differ.")
        sys.exit(1 if wrong or not count else 0)
    except Unavailable as problem:
        trial.unavailable(f"Slurm cannot run here: {problem}")
    finally:
        subprocess.run(["umount", "-l", disk], capture_output=True)
        if os.environ.get("KEEP"):
            print(folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def plan_in_a_job(slurm, folder):
    """Has a job make the plan of a few documents, and submit the others."""
    few = folder / "few"
    few.mkdir()
    for path in sorted((folder / "inbox").iterdir())[2:12:2]:
        shutil.copy2(path, few)
    places = [folder / name for name in ("few-plan", "few-out", "few-library")]
    subprocess.run(["bash", SCRIPTS / "submit.sh", *places, "--", folder / "cluster.json", few, "--shards", "2"], check=True)
    trial.wait_for("the library of a plan that a job made", (places[2] / "report.json").exists, 300)
    slurm.wait_idle()
    names = [path.name for path in places[2].iterdir() if path.is_dir() and path.name != ".docscan"]
    wrong = [name for name in names if differences(folder / "one" / name, places[2] / name)[0]]
    trial.expect(f"a plan that a job made came to the same {len(names)} documents", len(names) == 5 and not wrong)


def submit(folder):
    subprocess.run(["bash", SCRIPTS / "submit.sh", folder / "plan", folder / "out", folder / "library"], check=True)


def log(folder, name):
    path = folder / "out" / name
    return path.read_text(errors="replace") if path.exists() else ""


def faults(slurm, folder, disk):
    submit(folder)

    def busy(shard):
        """Returns a shard's task that has finished some documents, but not all."""
        return lambda: slurm.running(shard) if finished(folder, shard) >= 1 else None

    job, node = trial.wait_for("shard 2 to have done something", busy(2))
    before = finished(folder, 2)
    slurm.ask("sbatch", "--partition=urgent", f"--nodelist={node}", "--output=/dev/null", "--wrap", "sleep 3")
    print(f"slurm.py: an urgent job takes {node} from shard 2 after {before} documents", flush=True)
    # One fault at a time: Slurm preempts nothing while a node is missing or a task is ending.
    trial.wait_for("shard 2 to go back to the queue", lambda: "back to the queue" in log(folder, "shard-2.log"), 60)
    job, node = trial.wait_for("shard 1 to have done something", busy(1))
    count = slurm.kill_node(node)
    print(f"slurm.py: killed node {node} with shard 1 after {finished(folder, 1)} documents: {count} processes", flush=True)
    job, node = trial.wait_for("shard 3 to have done something", busy(3))
    slurm.ask("scancel", "--batch", "--signal=TERM", job)
    print(f"slurm.py: SIGTERM for shard 3 after {finished(folder, 3)} documents", flush=True)
    trial.wait_for("Slurm to miss the node", lambda: "down" in slurm.ask("sinfo", "-h", "-N", "-o", "%t"), 120)
    dead = next(name for name in slurm.nodes if name not in slurm.daemons)
    slurm.start_node(dead)
    slurm.wait_idle()
    restarts = {shard: log(folder, f"shard-{shard}.log") for shard in (1, 2, 3, 7)}
    merges = "".join(path.read_text() for path in (folder / "out").glob("merge-*.log"))
    log_of_control = (folder / "slurmctld.log").read_text()
    print(merges)
    trial.expect("the killed node's task was requeued by Slurm", f"due to failure of node {dead}" in log_of_control)
    trial.expect("the pre-empted task was requeued", "back to the queue" in restarts[2])
    trial.expect("the interrupted task put itself back", "back to the queue" in restarts[3])
    trial.expect("the full disk was said", "limits.freeMegabytes" in restarts[7])
    trial.expect("the merge named the shard", "Missing: shards 7." in merges and not (folder / "library").exists())
    subprocess.run(["mount", "-o", "remount,size=400m", disk], check=True)
    submit(folder)
    slurm.wait_idle()
    trial.expect("the second submission merged", (folder / "library" / "report.json").exists())


if __name__ == "__main__":
    main()

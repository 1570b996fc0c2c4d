#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a commit message, as the hook `.githooks/commit-msg` does.

    python3 Tests/Tools commit FILE     # exits with 1, and says what is wrong with the message
    python3 Tests/Tools commit check    # tries the hook with good and bad messages; Tests/run.sh runs this

The subject begins with a verb in the imperative, has at most 72 characters, no period at its end, and no semicolon; the second line is empty.
Wording that the check `words` counts is refused, too.
"""
import pathlib, re, subprocess, sys, tempfile
import data, words

# Verb forms and other words that subjects begin with by mistake. A subject that begins with a noun isn't recognized unless its verb follows at once.
NOT_IMPERATIVE = re.compile(
    r"(?:a|an|the|it|its|they|their|this|that|these|those|there|what|who|whoever|where|when|if|how|whether|one|no|not|each|every|all|some|only|both|"
    r"style|fixes|fixed|adds|added|\w+ing|(?!need|feed|seed|speed|embed|shed)\w+ed)\b", re.I)
SECOND_IS_VERB = re.compile(r"\S+ (?:is|are|was|were|has|have|had|can|cannot|says?|takes?|gets?|does|do|may|must|will|no longer)\b")
# The third person of these verbs is a mistake; other words in -s may be names.
THIRD_PERSON = {verb + "s" for verb in "add allow apply avoid build change check clean correct count delete describe document drop explain find give "
                "handle keep let list load make mark measure move name print put read refuse remove rename replace report rewrite run save say set show "
                "skip sort split start stop store support take test update use wait write".split()}


def problems(message):
    """Returns the problems of a commit message."""
    written = message.split("# ------------------------ >8")[0]
    lines = [line.rstrip() for line in written.split("\n") if not line.startswith("#")]
    while lines and not lines[0]:
        del lines[0]
    if not lines:
        return ["the message is empty"]
    subject = lines[0]
    if re.match(r"(Merge|Revert|fixup!|squash!|amend!) ", subject):
        return []
    found = []
    # A prefix such as "export: " names what changes.
    verb = re.sub(r"^[\w./-]+: ", "", subject)
    if NOT_IMPERATIVE.match(verb) or SECOND_IS_VERB.match(verb) or verb.split()[0].lower() in THIRD_PERSON:
        found.append(f"“{verb.split()[0]}” doesn't begin a subject in the imperative, such as “Add”, “Fix”, or “Rewrite”")
    if len(subject) > 72:
        found.append(f"the subject has {len(subject)} characters; at most 72 are allowed")
    if subject.endswith("."):
        found.append("the subject ends with a period")
    if ";" in subject:
        found.append("the subject has a semicolon: make two commits, or describe the reason in the body")
    if len(lines) > 1 and lines[1]:
        found.append("the second line isn't empty")
    return found + [f"line {line}: … {around} …: write “{instead}”"
                    for passage in words.messages(["", *lines]) for _, instead, line, around in words.hits(passage)]


GOOD = ["Add a hook", "Write \"nil if\" instead of \"nil where\" in comments", "export: use the common message\n\nThe reason is here.",
        "Merge branch 'a'; b.", "Embed fonts", "Process pages", "Fix x\n# a comment"]
BAD = ["Added a hook", "Adds a hook", "The hook is added", "Schemas are next to their types", "Fix this.", "Fix this; add that", "Fix " + "x" * 70,
       "Fix this\nand that", "", "What is no number stays none", "Fix cells\n\nThe table goes on over pages."]


def check():
    """Commits each message in a scratch repository with the hook; prints those that aren't judged as expected."""
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="docscan-commit-") as folder:
        hooks = f"core.hooksPath={data.ROOT / '.githooks'}"
        git = ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", hooks]
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        for message in GOOD + BAD:
            done = subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--cleanup=strip", "-F", "-"],
                                  input=message, text=True, capture_output=True)
            if (done.returncode == 0) != (message in GOOD):
                wrong += 1
                print(f"{'refused' if done.returncode else 'accepted'}: {message!r}\n{done.stderr}")
    print(f"commit: {wrong} of {len(GOOD + BAD)} messages are judged wrongly.")
    sys.exit(1 if wrong else 0)


if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
    sys.exit(__doc__)
if sys.argv[1] == "check":
    check()
if found := problems(pathlib.Path(sys.argv[1]).read_text(errors="replace")):
    sys.exit("\n".join(f"commit-msg: {problem}" for problem in found))

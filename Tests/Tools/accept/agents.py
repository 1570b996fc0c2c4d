#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Talks to `docscan mcp` as agents do: with the protocol's own client, and with messages that no client would send.

    PYTHONPATH=.build/mcp python3 Tests/Tools agents DOCSCAN LIBRARY INPUTS WORD

LIBRARY contains the documents "letter", with WORD on its page 1, and "hidden", whose page text contains a tag, a change of direction,
"</document-data>", a request, and a shell command. INPUTS contains letter.png, pages.tif, and the link link.png. No document was made from
pages.tif.
"""
import asyncio, hashlib, json, os, pathlib, subprocess, sys

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

docscan, library, inputs, word = sys.argv[1:5]


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def documents():
    """Returns the contents of the files of all documents in the library."""
    files = [path for name in ("letter", "hidden") for path in sorted(pathlib.Path(library, name).rglob("*")) if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def read():
    server = StdioServerParameters(command=docscan, args=["mcp", library], env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        check(sorted(tools) == ["doubtful_words", "list_documents", "list_receipts", "list_tables", "read_page", "search"], tools)
        check(all(tool.annotations.model_dump(by_alias=True)["readOnlyHint"] for tool in tools.values()), "only reading")
        schemas = {name: tool.model_dump(by_alias=True)["outputSchema"] for name, tool in tools.items()}
        check(all(schema and schema["type"] == "object" and schema["required"] for schema in schemas.values()), schemas)

        async def call(name, **arguments):
            result = (await session.call_tool(name, arguments)).model_dump(by_alias=True)
            if not result["isError"]:
                jsonschema.validate(result["structuredContent"], schemas[name])
            return result["structuredContent"], result["content"][0]["text"], result["isError"]

        found, text, _ = await call("search", query=word)
        check([hit["document"] for hit in found["hits"]] == ["letter"] and "untrusted" in found["notice"], found)
        listed, _, _ = await call("list_documents")
        check([one["document"] for one in listed["documents"]] == ["hidden", "letter"] and not listed["areMore"], listed)
        page, text, _ = await call("read_page", document="letter", page=1, words=True)
        check(word in page["markdown"] and word in text and text.startswith("All text here was read from documents."), text)
        words = [one for line in page["lines"] for one in line["words"] if one["text"].startswith(word)]
        check(words and len(words[0]["box"]) == 4 and 0 <= words[0]["confidence"] <= 1, words)
        # Hidden characters become visible, and no text ends the block of document data.
        _, shown, _ = await call("read_page", document="hidden", page=1)
        check("\\u{E0041}" in shown and "\\u{3164}" in shown and "\\u{202E}" in shown and "\U000E0041" not in shown, shown)
        mark = shown.split("<document-data ")[1].split(">")[0]
        check(shown.count(mark) == 2 and shown.count("document-data") == 3 and shown.rstrip().endswith(f"{mark}>"), shown)
        doubtful, _, _ = await call("doubtful_words", limit=5)
        check(len(doubtful["items"]) <= 5 and doubtful["words"] > 0, doubtful)
        check((await call("list_tables", document="letter"))[0]["tables"] is not None, "tables")
        check((await call("list_receipts"))[0]["receipts"] == [], "receipts")
        for name, arguments in [("read_page", {"document": "../letter"}), ("read_page", {"document": "letter", "page": 999}),
                                ("search", {"query": "lang:klingon"}), ("search", {"query": 5}), ("search", {}),
                                ("list_receipts", {"month": "soon"}), ("search", {"query": word, "shell": "id"})]:
            check((await call(name, **arguments))[2], f"{name} {arguments} is an error")
        try:
            await session.call_tool("process_file", {"path": "letter.png"})
        except Exception as error:
            return check("doesn't exist" in str(error), error)
        raise AssertionError("a file was processed by a server that only reads")


async def add():
    server = StdioServerParameters(command=docscan, args=["mcp", library, "--inputs", inputs], env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        for path in ["../letter/letter.pdf", "/etc/passwd", "gone.png", "link.png"]:
            check((await session.call_tool("process_file", {"path": path})).model_dump(by_alias=True)["isError"], f"{path} is refused")
        told = []

        async def progress(done, total, message):
            told.append((done, total, message))

        result = await session.call_tool("process_file", {"path": "letter.png"}, progress_callback=progress)
        done = result.model_dump(by_alias=True)["structuredContent"]["documents"]
        check([one["status"] for one in done] == ["complete"] and told, (done, told))
        text = (await session.call_tool("read_page", {"document": done[0]["document"]})).model_dump(by_alias=True)
        check(word in text["content"][0]["text"], text)


def raw():
    """Sends messages that clients never send, and cancels a call."""
    server = subprocess.Popen([docscan, "mcp", library, "--inputs", inputs], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(message):
        server.stdin.write((message if isinstance(message, bytes) else json.dumps(message).encode()) + b"\n")
        server.stdin.flush()

    def answer():
        return json.loads(server.stdout.readline())

    send({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": {"protocolVersion": "2099-01-01"}})
    check(answer()["result"]["protocolVersion"] == "2025-11-25", "a later revision is answered with one docscan knows")
    for message, code in [(b"{", -32700), (b"[" * 100_000, -32700), (b"[]", -32600), (b"x" * 3_000_000, -32600),
                          ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600),
                          ({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}, -32601)]:
        send(message)
        check(answer()["error"]["code"] == code, message[:50] if isinstance(message, bytes) else message)
    send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "process_file", "arguments": {"path": "pages.tif"}, "_meta": {"progressToken": 7}}})
    first = answer()
    check(first["method"] == "notifications/progress" and first["params"]["progressToken"] == 7, first)
    send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
    send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    server.stdin.close()
    rest = [json.loads(line) for line in server.stdout]
    check({"id": 3, "jsonrpc": "2.0", "result": {}} in rest, rest)
    check(all(message.get("id") != 2 for message in rest), "a cancelled call has no answer")
    check(server.wait() == 0 and not os.path.exists(f"{library}/pages"), "what was cancelled is not put in place")


def hostile():
    """Checks that a page whose text is a request and a command is a single answer and starts nothing."""
    before, server = documents(), subprocess.Popen([docscan, "mcp", library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for number, name, arguments in [(1, "read_page", {"document": "hidden", "words": True}), (2, "search", {"query": word}),
                                    (3, "list_documents", {}), (4, "doubtful_words", {})]:
        request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        print(json.dumps(request), file=server.stdin, flush=True)
        line = server.stdout.readline()
        answer = json.loads(line)
        check(answer["id"] == number and not answer["result"]["isError"], answer)
        if number == 1:
            check("touch started" in line and '\\"id\\": 99' in line, "the text is given, as text")
    children = pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    names = [pathlib.Path(f"/proc/{child}/comm").read_text() for child in children]
    check(all(name.startswith("docscan") for name in names), names)
    server.stdin.close()
    check(server.stdout.read() == "" and server.wait() == 0, "nothing else is answered")
    check(documents() == before, "no document is changed")
    started = [path for folder in (".", library, inputs) for path in pathlib.Path(folder).rglob("started")]
    check(not started and not pathlib.Path("/tmp/started").exists(), started)


def script():
    """Sends all requests at once, as a script does."""
    requests = [{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"query": word}}}]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    told = subprocess.run([docscan, "mcp", library], input=lines, capture_output=True, text=True, check=True).stdout
    check(json.loads(told)["result"]["structuredContent"]["hits"], told)


script()
hostile()
before = documents()
asyncio.run(read())
check(documents() == before, "an agent that reads changes no document")
asyncio.run(add())
raw()
print("all answers are as they should be")

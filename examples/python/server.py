"""A backend for nudge-inbox with nothing but Python's standard library, and a page to try it.

python3 server.py 3000 path/to/nudge-inbox/dist/cdn
"""
import hashlib
import hmac
import json
import queue
import sys
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

SECRET = b"yours, the same at all instances"
SCRIPTS = Path(sys.argv[2] if len(sys.argv) > 2 else "node_modules/nudge-inbox/dist/cdn")
PAGE = b"""<!doctype html>
<title>My shop</title>
<script type="module" src="/assets/nudge-inbox.js"></script>
<nudge-bell backend-url="/inbox"></nudge-bell>
<form method="post" action="/deliver"><button>Send one</button></form>"""
# The field and the event of each change.
MARKS = {"/inbox/read": ("isRead", "read"), "/inbox/seen": ("isSeen", "seen"), "/inbox/dismissed": ("isDismissed", "dismiss")}

# Replace these by your database. The newest notification comes first.
lock = threading.RLock()
notifications = {}  # by customer: a list of references
events = {}  # by customer: a list of events as JSON, whose numbers begin with 1
streams = {}  # by customer: the queues of the open pages


def find_customer(headers):
    """The id of the signed-in customer, or None. Replace this with a lookup in your own session."""
    return "anna" if "session=anna" in headers.get("Cookie", "") else None


def key_of(customer):
    return hmac.new(SECRET, customer.encode(), hashlib.sha256).hexdigest()


def publish(customer, event):
    own = events.setdefault(customer, [])
    own.append(json.dumps(event))
    for stream in streams.get(customer, []):
        stream.put((len(own), own[-1]))


def deliver(customer, title, body):
    with lock:
        own = notifications.setdefault(customer, [])
        created = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        state = {"isRead": False, "isSeen": False, "isDismissed": False}
        reference = {"id": f"n{len(own) + 1}", "createdDate": created, **state}
        record = {"id": reference["id"], "createdDate": created, "payload": {"title": title, "body": body}}
        own.insert(0, {**reference, "record": {**record, "uniqueCustomerId": key_of(customer)}})
        publish(customer, {"type": "add", "references": own[:1]})


def count(customer):
    unread = [entry for entry in notifications.get(customer, []) if not (entry["isRead"] or entry["isDismissed"])]
    unseen = sum(not entry["isSeen"] for entry in unread)
    return {"customer": key_of(customer), "unreadCount": len(unread), "unseenCount": unseen}


def load(customer, path, query):
    """The body of a response, or None if there is nothing at this path."""
    own = notifications.get(customer, [])
    if path == "/inbox/notifications":
        limit = int(query.get("limit", 25))
        start = next((index + 1 for index, entry in enumerate(own) if entry["id"] == query.get("cursor")), 0)
        page = own[start : start + limit]
        body = {**count(customer), "references": page, "saves": ["read", "seen", "dismissed"]}
        body["lastEventId"] = str(len(events.get(customer, [])))
        return {**body, "nextCursor": page[-1]["id"]} if start + limit < len(own) else body
    for entry in own:
        if path == f"/inbox/notifications/{entry['id']}":
            return {"customer": key_of(customer), "record": {**entry["record"], "isRead": entry["isRead"]}}
    return {"/inbox/count": count(customer), "/inbox/preferences": {"groups": []}}.get(path)


def mark(customer, body, field, event_type):
    """Sets a field of these notifications and, with `until`, of all that were created up to then. Returns the changed ids."""
    ids, until = body["ids"], body.get("until", "")
    value = True if field == "isSeen" else body[field]
    if not isinstance(ids, list) or not isinstance(value, bool) or not isinstance(until, str):
        raise ValueError
    own = notifications.get(customer, [])
    changed = [entry for entry in own if (entry["id"] in ids or entry["createdDate"] <= until) and entry[field] != value]
    for entry in changed:
        entry[field] = value
    changed_ids = [entry["id"] for entry in changed]
    publish(customer, {"type": event_type, "ids": changed_ids, field: value})
    return changed_ids


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        customer = find_customer(self.headers)
        query = dict(parse_qsl(url.query))
        if url.path == "/":
            self.respond(200, PAGE, "text/html; charset=utf-8", {"Set-Cookie": "session=anna; HttpOnly; SameSite=Lax"})
        elif url.path.startswith("/assets/") and ".." not in url.path:
            file = SCRIPTS / url.path.removeprefix("/assets/")
            self.respond(200, file.read_bytes(), "text/javascript") if file.is_file() else self.refuse(404, "not-found")
        elif customer is None:
            self.refuse(401, "signed-out")
        elif url.path == "/inbox/events":
            self.stream(customer, query)
        else:
            with lock:
                body = load(customer, unquote(url.path), query)
            self.respond(200, body) if body else self.refuse(404, "not-found")

    def do_POST(self):
        customer = find_customer(self.headers)
        text = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1_000_000))
        if self.path == "/deliver":
            deliver("anna", "Your parcel is on its way", "It arrives tomorrow before noon.")
            self.respond(303, b"", "text/plain", {"Location": "/"})
        elif self.path not in MARKS:
            self.refuse(404, "not-found")
        elif customer is None:
            self.refuse(401, "signed-out")
        # A form of another site cannot send JSON.
        elif self.headers.get("Content-Type") != "application/json":
            self.refuse(415, "not-json")
        else:
            self.change(customer, text, *MARKS[self.path])

    def change(self, customer, text, field, event_type):
        try:
            body = json.loads(text)
            # The page is older than the sign-in.
            if body.get("customer", key_of(customer)) != key_of(customer):
                return self.refuse(409, "other-customer")
            with lock:
                changed = mark(customer, body, field, event_type)
        except (AttributeError, KeyError, ValueError):
            return self.refuse(400, "invalid-input")
        self.respond(200, {"ids": changed}) if "until" in body else self.respond(204, b"")

    def stream(self, customer, query):
        own = queue.SimpleQueue()
        has_only_counts = query.get("only") == "counts"
        with lock:
            known = list(enumerate(events.get(customer, []), start=1))
            last = int(query.get("lastEventId", len(known)))
            # A page that has later events than there are, as from before a restart, loads its list anew.
            missed = known[last:] if last <= len(known) else [(len(known), '{"type":"reset"}')]
            for entry in [None] if has_only_counts else missed:
                own.put(entry)
            streams.setdefault(customer, []).append(own)
        try:
            self.respond(200, None, "text/event-stream", {"Cache-Control": "no-store, no-transform"})
            self.send("event: customer", json.dumps({"customer": key_of(customer)}))
            while True:
                try:
                    entry = own.get(timeout=15)
                    if has_only_counts:
                        self.send("event: counts", json.dumps(count(customer)))
                    else:
                        self.send(f"id: {entry[0]}", entry[1])
                except queue.Empty:
                    self.send("event: ping", "1")
        except OSError:
            streams[customer].remove(own)

    def send(self, head, data):
        self.wfile.write(f"{head}\ndata: {data}\n\n".encode())

    def refuse(self, status, code):
        self.respond(status, {"error": code})

    def respond(self, status, body, content_type="application/json", headers={}):
        self.send_response(status)
        for name, value in {"Content-Type": content_type, "Cache-Control": "no-store", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if body is not None:
            self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())


for number in (1, 2):
    deliver("anna", "Welcome to the shop", f"This is message {number}.")
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()

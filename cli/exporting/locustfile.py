"""Sends the requests of requests.json to a deployment, each when its moment comes.

    export ROADTEST_USER_NAME=demo ROADTEST_API_KEY=demo-key
    locust -f locustfile.py --headless -u 1 --host https://staging.example.com --devices ids.txt

-u 1 keeps the order of the story; -u N shares its devices among N users. Several machines take a --share each.
"""

import itertools
import json
import os
import re
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import quote

import gevent
from locust import FastHttpUser, events, task
from locust.exception import StopUser

PLACE = re.compile(r"\{(?:device|group|user):\d+\}")
HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "requests.json"), encoding="utf-8") as story_file:
    STORY = json.load(story_file)
IDS = {}  # the deployment's ids by placeholder: of devices from the start, of groups and users by the answers
NUMBERS = itertools.count()


@events.init_command_line_parser.add_listener
def on_options(parser):
    parser.add_argument("--speed", type=float, default=1.0, help="seconds of the story in each second; 0: no waiting")
    parser.add_argument("--devices", default="", help="file with the ids of the deployment's devices, one a line")
    parser.add_argument("--share", default="1/1", help="the devices that this machine sends for, such as 2/3")


@events.init.add_listener
def on_init(environment, **_):
    ids = STORY["devices"]
    if environment.parsed_options.devices:
        with open(environment.parsed_options.devices, encoding="utf-8") as file:
            ids = [int(id) if isinstance(ids[0], int) else id for id in file.read().split()]
    if len(ids) < len(STORY["devices"]):
        raise SystemExit("The story needs %d devices, and %d are named." % (len(STORY["devices"]), len(ids)))
    IDS.update(("{device:%d}" % (place + 1), id) for place, id in enumerate(ids))


class Token:
    """A token in force, for all users. User name and key come from the environment."""

    value, until = None, 0.0

    def get(self, client):
        if self.value is None or time.monotonic() >= self.until:
            who = {"userName": os.environ["ROADTEST_USER_NAME"], "apiKey": os.environ["ROADTEST_API_KEY"]}
            reply = client.post(STORY["tokenPath"], json=who, name="token")
            answer = json_of(reply)
            self.value = answer.get("token")
            if not self.value:
                raise StopUser("No token was issued: %s" % (answer.get("error") or reply.status_code))
            ends = datetime.fromisoformat(answer["expires"].replace("Z", "+00:00"))
            left = (ends - parsedate_to_datetime(reply.headers["date"])).total_seconds()
            self.until = time.monotonic() + left - min(60, left / 4)
        return self.value


TOKEN = Token()


class Sender(FastHttpUser):
    @task
    def play(self):
        options = self.environment.parsed_options
        part, parts = (int(number) for number in options.share.split("/"))
        users = max(1, options.num_users or 1)
        mine = next(NUMBERS) % users * parts + part - 1
        start = time.monotonic()
        for request in STORY["requests"]:
            if request.get("device", 0) % (users * parts) == mine:
                gevent.sleep(max(0, start + request["at"] / options.speed - time.monotonic()) if options.speed else 0)
                self.send(request)
        if users == 1:
            gevent.spawn_later(1, self.environment.runner.quit)
        raise StopUser()

    def send(self, request):
        headers = {"accept": "application/json", "content-type": request.get("contentType", "application/json")}
        if request.get("auth") != "none":
            headers["authorization"] = "Bearer " + TOKEN.get(self.client)
        path = PLACE.sub(lambda found: quote(str(IDS.get(found[0], found[0])), safe=""), request["path"])
        body = re.sub('"(%s)"' % PLACE.pattern, lambda found: json.dumps(IDS.get(found[1], found[1])), json.dumps(request.get("body")))
        name = request["method"] + " " + re.sub(r":\d+\}", "}", request["path"])
        data = body if "body" in request else None
        with self.client.request(request["method"], path, name=name, headers=headers, data=data, catch_response=True) as reply:
            refused = not 200 <= reply.status_code < 300 or json_of(reply).get("success") is False
            if refused == request.get("refused", False):
                reply.success()
            else:
                reply.failure("%s: %s" % ("refused" if refused else "not refused", (reply.text or "")[:200]))
            if "makes" in request and not refused:
                IDS[request["makes"]["place"]] = id_in(reply, request["makes"].get("pointer"))


def json_of(reply):
    try:
        answer = json.loads(reply.text)
        return answer if isinstance(answer, dict) else {}
    except (TypeError, ValueError):
        return {}


def id_in(reply, pointer):
    """The id of a new record, by a JSON Pointer into the answer, or at the end of its Location."""
    if pointer is None:
        return reply.headers["location"].rstrip("/").split("/")[-1]
    found = json.loads(reply.text)
    for name in pointer.split("/")[1:]:
        found = found[int(name) if isinstance(found, list) else name.replace("~1", "/").replace("~0", "~")]
    return found

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
from functools import reduce
from pathlib import Path
from urllib.parse import quote

import gevent
from locust import FastHttpUser, events, task
from locust.exception import StopUser

STORY = json.loads(Path(__file__).with_name("requests.json").read_text("utf-8"))
PLACE = re.compile(r"\{(?:device|group|user):\d+\}")
IDS = {}  # the deployment's ids by placeholder: of devices from the start, of groups and users by the answers
TOKEN = {"until": 0.0}  # the one in force, for all users
NUMBERS = itertools.count()


@events.init_command_line_parser.add_listener
def on_options(parser):
    parser.add_argument("--speed", type=float, default=1.0, help="seconds of the story in each second; 0: no waiting")
    parser.add_argument("--devices", default="", help="file with the ids of the deployment's devices, one a line")
    parser.add_argument("--share", default="1/1", help="the devices that this machine sends for, such as 2/3")


@events.init.add_listener
def on_init(environment, **_):
    ids, file = STORY["devices"], environment.parsed_options.devices
    if file:
        ids = [int(id) if isinstance(ids[0], int) else id for id in Path(file).read_text("utf-8").split()]
    if len(ids) < len(STORY["devices"]):
        raise SystemExit("The story needs %d devices, and %d are named." % (len(STORY["devices"]), len(ids)))
    IDS.update(("{device:%d}" % place, id) for place, id in enumerate(ids, 1))


def token(client):
    """Signs in where the last token is about to end. User name and key come from the environment."""
    if time.monotonic() >= TOKEN["until"]:
        who = {"userName": os.environ["ROADTEST_USER_NAME"], "apiKey": os.environ["ROADTEST_API_KEY"]}
        reply = client.post(STORY["tokenPath"], json=who, name="token")
        answer = json_of(reply)
        if not answer.get("token"):
            raise StopUser("No token was issued: %s" % (answer.get("error") or reply.status_code))
        ends = datetime.fromisoformat(answer["expires"].replace("Z", "+00:00"))
        left = (ends - parsedate_to_datetime(reply.headers["date"])).total_seconds()
        TOKEN.update(value=answer["token"], until=time.monotonic() + left - min(60, left / 4))
    return TOKEN["value"]


class Sender(FastHttpUser):
    @task
    def play(self):
        options = self.environment.parsed_options
        part, parts = map(int, options.share.split("/"))
        users = max(1, options.num_users or 1)
        mine = next(NUMBERS) % users * parts + part - 1
        start = time.monotonic()
        for request in STORY["requests"]:
            if request.get("device", 0) % (users * parts) == mine:
                gevent.sleep(max(0, start + request["at"] / options.speed - time.monotonic()) if options.speed else 0)
                self.send(**request)
        if users == 1:
            gevent.spawn_later(1, self.environment.runner.quit)
        raise StopUser()

    def send(self, method, path, body=None, contentType="application/json", auth=None, refused=False, makes=None, **_):
        headers = {"accept": "application/json", "content-type": contentType}
        if auth != "none":
            headers["authorization"] = "Bearer " + token(self.client)
        name = method + " " + re.sub(r":\d+\}", "}", path)
        path = PLACE.sub(lambda found: quote(str(IDS.get(found[0], found[0])), safe=""), path)
        filled = re.sub('"(%s)"' % PLACE.pattern, lambda found: json.dumps(IDS.get(found[1], found[1])), json.dumps(body))
        with self.client.request(method, path, name=name, headers=headers, data=None if body is None else filled, catch_response=True) as reply:
            answer = json_of(reply)
            is_refused = not 200 <= reply.status_code < 300 or (isinstance(answer, dict) and answer.get("success") is False)
            reply.success()
            if is_refused != refused:
                reply.failure("%s: %s" % ("refused" if is_refused else "not refused", (reply.text or "")[:200]))
            if makes and not is_refused:
                # The names lead to the new record's id in the answer; without them it ends the Location.
                names, location = makes.get("names"), reply.headers.get("location", "")
                deeper = lambda value, name: value[int(name) if isinstance(value, list) else name]
                IDS[makes["place"]] = reduce(deeper, names, answer) if names else location.rstrip("/").split("/")[-1]


def json_of(reply):
    try:
        return json.loads(reply.text or "{}")
    except ValueError:
        return {}

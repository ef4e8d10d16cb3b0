/** The locustfile of an exported load, as text: it is the same for every story, but for where tokens are got. */

/** @param tokenPath path of the token request, from the base address on */
export function locustfile(tokenPath: string): string {
  return text.replace('TOKEN_PATH_OF_THE_PROFILE', () => JSON.stringify(tokenPath));
}

const text = String.raw`"""Sends traffic.jsonl to a deployment, each request when its moment comes. See README.md."""

import heapq
import json
import os
import re
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import quote

import gevent
import locust.runners
from gevent.event import Event
from gevent.lock import Semaphore
from locust import FastHttpUser, constant, events, task
from locust.exception import StopUser
from locust.runners import MasterRunner, WorkerRunner

# The package of Debian 12 does not know its own version, and a master takes no worker that has none.
locust.runners.__version__ = locust.runners.__version__ or "2"

HERE = os.path.dirname(os.path.abspath(__file__))
TOKEN_PATH = TOKEN_PATH_OF_THE_PROFILE
# Seconds of the story for each second; 0 sends as fast as possible.
SPEED = float(os.environ.get("SPEED", "1"))
PLACE = re.compile(r"\{(?:device|group|user):\d+\}")


class Traffic:
    """The requests of one worker. Those of one device go out one after the other, from any worker."""

    def __init__(self):
        self.begun = Event()
        self.waiting = []  # (moment, device) of the next request of each device, the earliest first
        self.requests = {}  # by device: its requests from the last to the first, as they are in the file
        self.left = 0
        with open(os.path.join(HERE, "devices.json"), encoding="utf-8") as file:
            self.ids = {"{device:%d}" % (place + 1): id for place, id in enumerate(json.load(file))}

    def begin(self, worker, workers):
        with open(os.path.join(HERE, "traffic.jsonl"), encoding="utf-8") as file:
            for line in file:
                request = json.loads(line)
                device = request["device"] or 0  # 0: groups and users
                if device % workers != worker:
                    continue
                if device not in self.requests:
                    self.requests[device] = []
                    self.waiting.append((request["at"], device))
                self.requests[device].append(line)
                self.left += 1
        for requests in self.requests.values():
            requests.reverse()
        heapq.heapify(self.waiting)
        self.start = time.monotonic()
        self.begun.set()

    def take(self):
        """The next request of a device that no other worker sends for, once its moment has come."""
        if not self.waiting:
            return None
        at, device = heapq.heappop(self.waiting)
        if SPEED > 0:
            gevent.sleep(max(0, self.start + at / SPEED - time.monotonic()))
        return device, json.loads(self.requests[device].pop())

    def sent(self, device):
        self.left -= 1
        if self.requests[device]:
            at = json.loads(self.requests[device][-1])["at"]
            heapq.heappush(self.waiting, (at, device))

    def filled(self, value):
        """A value with the deployment's ids in it."""
        if isinstance(value, str):
            return self.ids.get(value, value) if PLACE.fullmatch(value) else value
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        if isinstance(value, dict):
            return {name: self.filled(item) for name, item in value.items()}
        return value

    def path(self, path):
        return PLACE.sub(lambda found: quote(str(self.ids.get(found[0], found[0])), safe=""), path)


class Token:
    """A token in force, for all users of a worker. User name and key come from the environment."""

    def __init__(self):
        self.value = None
        self.until = 0
        self.lock = Semaphore()

    def get(self, client):
        with self.lock:
            if self.value is None or time.monotonic() >= self.until:
                self.renew(client)
            return self.value

    def renew(self, client):
        who = {"userName": os.environ["ROADTEST_USER_NAME"], "apiKey": os.environ["ROADTEST_API_KEY"]}
        reply = client.post(TOKEN_PATH, json=who, name="token")
        answer = reply.json() or {}
        self.value = answer.get("token")
        if not self.value:
            raise StopUser("No token was issued: " + str(answer.get("error", reply.status_code)))
        life = 60.0
        try:
            now = datetime.now(timezone.utc)
            if reply.headers.get("date"):
                now = parsedate_to_datetime(reply.headers["date"])
            expires = datetime.fromisoformat(answer["expires"].replace("Z", "+00:00"))
            life = (expires - now).total_seconds()
        except (KeyError, TypeError, ValueError):
            pass
        self.until = time.monotonic() + life - min(60, life / 4)


traffic = Traffic()
token = Token()


class Sender(FastHttpUser):
    wait_time = constant(0)

    @task
    def send_next(self):
        traffic.begun.wait()
        if traffic.left == 0:
            raise StopUser()
        taken = traffic.take()
        if taken is None:  # every device has a worker that sends for it
            gevent.sleep(0.02)
            return
        device, request = taken
        try:
            self.send(request)
        finally:
            traffic.sent(device)
            if traffic.left == 0:
                finished(self.environment)

    def send(self, request):
        headers = {**request["headers"], "authorization": "Bearer " + token.get(self.client)}
        body = json.dumps(traffic.filled(request["body"])) if "body" in request else None
        name = re.sub(r":\d+\}", "}", request["path"])
        with self.client.request(
            request["method"],
            traffic.path(request["path"]),
            name=request["method"] + " " + name,
            headers=headers,
            data=body,
            catch_response=True,
        ) as reply:
            answer = json_of(reply)
            if reply.status_code == 401:
                token.value = None
            if isinstance(answer, dict) and answer.get("success") is False:
                reply.failure("refused: " + reply.text[:200])
            elif "makes" in request and reply.status_code < 300:
                keep(request["makes"], reply, answer)


def json_of(reply):
    try:
        return json.loads(reply.text)
    except (TypeError, ValueError):
        return None


def keep(makes, reply, answer):
    """The id of a new record takes its place in what follows."""
    if "header" in makes:
        found = (reply.headers.get(makes["header"]) or "").rstrip("/").split("/")[-1]
    else:
        found = answer
        for name in makes["pointer"].split("/")[1:]:
            name = name.replace("~1", "/").replace("~0", "~")
            found = found[int(name)] if isinstance(found, list) else (found or {}).get(name)
    if found is not None:
        traffic.ids[makes["place"]] = found


# Who sends what: the master gives each worker its share of the devices, and ends the run when all are done.

done = set()


def finished(environment):
    if isinstance(environment.runner, WorkerRunner):
        environment.runner.send_message("finished")
    else:
        gevent.spawn_later(1, environment.runner.quit)


@events.init.add_listener
def on_init(environment, **_):
    runner = environment.runner
    if isinstance(runner, WorkerRunner):
        runner.register_message("share", lambda environment, msg: take_share(environment, **msg.data))
    elif isinstance(runner, MasterRunner):
        runner.register_message("finished", lambda environment, msg: on_finished(environment, msg.node_id))


@events.test_start.add_listener
def on_start(environment, **_):
    runner = environment.runner
    if isinstance(runner, MasterRunner):
        workers = sorted(runner.clients)
        for place, worker in enumerate(workers):
            runner.send_message("share", {"worker": place, "workers": len(workers)}, worker)
    elif not isinstance(runner, WorkerRunner):
        take_share(environment, 0, 1)


def take_share(environment, worker, workers):
    traffic.begin(worker, workers)
    if traffic.left == 0:
        finished(environment)


def on_finished(environment, worker):
    done.add(worker)
    if len(done) == len(environment.runner.clients):
        gevent.spawn_later(3, environment.runner.quit)  # the last figures of the workers are still to come
`;

/**
 * An exported load, sent by Locust's own master and two workers to a simulator: every request has to arrive exactly
 * once. `node test/bench/locust.mjs`; it says why where there is no Locust (Debian: apt-get install python3-locust).
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, pathOf, ROADTEST } from './measure.mjs';

const DEVICES = 200;
const WORKERS = 2;
const USERS = 20;
/** All of them would be more than a trial needs. */
const MINUTES = 10;

export async function locustRows() {
  const what = `load by Locust, a master and ${WORKERS} workers`;
  const version = await versionOfLocust();
  if (version === undefined) {
    return [{ what, figure: 'skipped', bar: '', met: true, note: 'there is no locust here' }];
  }
  const { seconds, requests, missing, twice, failed } = await trial();
  const met = missing === 0 && twice === 0 && failed === '';
  return [
    {
      what,
      figure: `${Math.round(requests / seconds)}/s`,
      bar: 'each once',
      met,
      note: `${requests} requests, ${missing} missing, ${twice} twice; ${version}${failed}`,
    },
  ];
}

async function versionOfLocust() {
  const found = await promisify(execFile)('locust', ['--version']).catch(() => undefined);
  return (
    found &&
    (found.stdout.trim().split('\n')[0] || 'locust').replace(/^locust$/, 'locust of no known version')
  );
}

async function trial() {
  const { createSimulator } = await import(pathOf('dist/lib/index.js'));
  const { serve } = await import(pathOf('dist/bin/node.js'));
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-locust-'));
  const story = join(folder, 'load.yaml');
  const load = join(folder, 'load');
  const simulator = createSimulator({ devices: DEVICES, groups: 0, users: 1, historyPerDevice: 10_000 });
  const calls = new Map();
  const server = await serve({
    ...simulator,
    handle: (call) => {
      note(calls, operationOf(call.method, call.target));
      return simulator.handle(call);
    },
  });
  try {
    writeFileSync(story, storyText);
    await promisify(execFile)(process.execPath, [ROADTEST, 'export', 'load', story, '-o', load]);
    const began = performance.now();
    const failed = await run(load, server.url);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, failed, ...arrived(load, simulator, calls) };
  } finally {
    await server.close();
    simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const storyText = `
title: Load
summary: Vehicles that roam the town, an alert of each twentieth, and a group that comes and goes.
clock: { start: 2026-03-02 07:00, for: ${MINUTES}m, timeZone: UTC, seed: 4 }
groups: { vans: Vans }
routes: { town: roaming }
fleet:
  van:
    count: ${DEVICES}
    label: Van {n}
    group: vans
    drives: { route: town, dwell: 60s }
    report: { moving: 20s, parked: 1m }
timeline:
  - at: 07:02
    do: { createGroup: Late, devices: van-1..van-10 }
  - at: 07:04
    do: { alert: van-1..van-10, type: sos }
  - at: 07:06
    do: { patchGroup: Late, description: after two }
  - at: 07:08
    do: { deleteGroup: Late }
`;

/** As the README of the load says; the complaint of whoever ended otherwise than well. */
async function run(load, host) {
  const env = { ...process.env, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key', SPEED: '0' };
  const port = await freePort();
  const start = (...options) =>
    spawn('locust', ['-f', join(load, 'locustfile.py'), ...options, '-L', 'ERROR'], {
      env,
      cwd: load,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const master = start(
    ...['--master', '--headless', '--expect-workers', String(WORKERS), '--master-bind-port', port],
    ...['-u', String(USERS), '-r', String(USERS), '--host', host],
  );
  const workers = Array.from({ length: WORKERS }, () => start('--worker', '--master-port', port));
  const ended = await Promise.all([master, ...workers].map(endOf));
  return ended
    .flatMap(({ code, said }) => (code === 0 ? [] : [`; exit code ${code}: ${said.slice(-300)}`]))
    .join('');
}

async function endOf(child) {
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const late = setTimeout(() => child.kill('SIGKILL'), 180_000);
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  return { code, said };
}

/** `PATCH groups` */
function operationOf(method, path) {
  return `${method} ${path.split('/')[2]}`;
}

function note(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Compares the file with the simulator: reports and alerts one by one, groups and users by their calls. */
function arrived(load, { fleet }, calls) {
  const text = readFileSync(join(load, 'traffic.jsonl'), 'utf8');
  const sent = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const wanted = new Map();
  for (const { method, path, device, body } of sent) {
    if (device === null) note(wanted, operationOf(method, path));
    else note(wanted, `${device} ${path.split('/').at(-1)} ${Date.parse(body.deviceTime ?? body.raisedAt)}`);
  }
  const found = new Map([...calls].filter(([operation]) => /groups|users/.test(operation)));
  for (let device = 1; device <= DEVICES; device++) {
    const always = [device, 0, Number.MAX_SAFE_INTEGER];
    for (const { deviceTime } of fleet.locations.between(...always))
      note(found, `${device} locations ${deviceTime}`);
    for (const { raisedAt } of fleet.alerts.between(...always)) note(found, `${device} alerts ${raisedAt}`);
  }
  let missing = 0;
  let twice = 0;
  for (const key of new Set([...wanted.keys(), ...found.keys()])) {
    const difference = (found.get(key) ?? 0) - (wanted.get(key) ?? 0);
    if (difference < 0) missing -= difference;
    else twice += difference;
  }
  return { requests: sent.length, missing, twice };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { met, what, figure, bar, note } of await locustRows()) {
    console.log(`${met ? '✓' : '✗'} ${what}  ${figure}  ${bar}  ${note}`);
    process.exitCode = met ? 0 : 1;
  }
}

/** Snapshots near good ones: refused as a whole, with the place, or restored to a world that works. */

import { readStory } from '../../../scenarios/language/read.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { drivingFleet } from '../../../scenarios/player/stage/driving.ts';
import { Injections } from '../../../scenarios/player/stage/inject.ts';
import { snapshotDigest } from '../../../simulator/control/snapshot.ts';
import type { Handle } from '../../../simulator/http/call.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { areaOf } from './fuzz.ts';
import type { Chance } from './mutate.ts';
import { answerTo, Fault, firstDifference, goesOn, readAll, served, survivesSaving } from './world.ts';

interface Base {
  handle: Handle;
  /** The snapshot of a moment in the middle of its life. */
  snapshot: string;
  /** Where it can be changed: the places of each kind, which differ by their places in lists alone. */
  kinds: readonly (readonly Place[])[];
}

/** Names and places in lists, one inside the other. */
type Place = readonly string[];

const STORY = `
title: A little of everything
clock: { start: 2026-03-02 08:00, for: 3h, timeZone: Europe/Berlin }
places:
  yard: { around: [48.137, 11.575], radius: 300m }
routes:
  town: roaming
  trip: { waypoints: [[48.137, 11.575], [48.16, 11.61], [48.18, 11.56]] }
groups: { crew: Out and about }
users: { Ann: { email: ann@example.com, phone: "+4911", groups: [crew], notify: [email, sms] } }
fleet:
  van: { count: 3, group: crew, drives: { route: trip, repeat: back-and-forth, dwell: 3m }, limits: { dailySms: 2 }, sensors: { temperature: 4 } }
  taxi: { count: 2, drives: town }
  stray: { count: 2, drives: { route: trip, repeat: once } }
timeline:
  - every: 10m
    caption: Another ten minutes
  - cron: "*/30 * * * *"
    caption: Half an hour
  - when: { enters: yard, device: van }
    notAgainFor: 5m
    caption: "{it} is back"
    do: { alert: it, type: geofence-enter }
  - at: 5m
    do: { loseSignal: van-1, for: 20m }
  - at: 10m
    do: [{ stop: van-2, for: 1h }, { deviceFaults: van-2, clock: { ahead: 5d }, position: frozen, copies: 2, for: 1h }]
  - at: 12m
    do: { alert: van-3, type: sos, channels: [sms], times: 20, apart: 1m }
  - at: 20m
    do: getToken
  - at: 25m
    do: { stop: van-3, for: 10m }
expect:
  - { sent: { atLeast: 1 }, channel: sms }
`;

let bases: Promise<readonly Base[]> | undefined;

/** A world that holds something of every part. */
async function plain(): Promise<Base> {
  const simulator = createSimulator({
    devices: 5,
    groups: 2,
    users: 3,
    seed: 3,
    historyPerDevice: 3,
    profile: {
      roadtest: 1,
      name: 'Fuzzed',
      openings: {
        'rate-limit': { requests: 50, per: 'PT1H', retryAfter: true },
        consistency: { readableAfter: 'PT10M' },
      },
    },
  });
  const { fleet, handle } = simulator;
  const now = simulator.clock.now();
  for (let report = 0; report < 5; report++) {
    const deviceTime = now + report * 1_000;
    fleet.locations.record(1, {
      deviceTime,
      latitude: 48,
      longitude: 11,
      speed: 1e6,
      attributes: { report },
    });
    fleet.locations.record(2, { deviceTime, latitude: -33, longitude: 151 });
  }
  fleet.locations.plan(
    3,
    [now + 60_000, now + 9e7].map((deviceTime) => ({ deviceTime, latitude: 1, longitude: 2 })),
  );
  fleet.groups.create({ name: 'Night', deviceIds: [1, 2] });
  fleet.users.update(2, { groupIds: [3], notify: ['email', 'sms'] });
  fleet.devices.describe(2, { name: 'Second' });
  fleet.limits.set(1, { dailySms: 1, expires: true, expirationDate: '2026-01-07' });
  fleet.limits.set(2, { dailyEmail: 3, expires: true, expirationDate: '2026-01-05' });
  for (const device of [1, 1, 3]) fleet.alerts.raise(device, { type: 'sos' });
  const token = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
  const headers = { 'content-type': 'application/json' };
  const issued = await handle({ method: 'POST', target: '/api/Auth/Token', headers, body: token });
  const authorization = `Bearer ${(JSON.parse(issued.body) as { token: string }).token}`;
  for (const target of ['/api/groups', '/api/users'])
    await handle({ method: 'POST', target, headers: { ...headers, authorization }, body: '{"name":"Late"}' });
  await served(
    handle,
    'PUT',
    '/faults',
    '{"rules":[{"operation":"listUsers","refusal":"failed","probability":0.5}]}',
  );
  await served(handle, 'POST', '/clock/advance', '{"by":"PT5M"}');
  return baseOf(handle);
}

/** @param moment of the story, as a duration from its start */
async function story(moment: string): Promise<Base> {
  const read = await readStory(STORY, { file: 'fuzz.yaml' });
  const { simulator } = perform(read, { beside: (world, cast) => new Injections(world, cast) });
  const { handle } = simulator;
  await served(handle, 'POST', '/clock/advance', JSON.stringify({ by: moment }));
  return baseOf(handle);
}

/** A fleet that drives by itself. */
async function driving(): Promise<Base> {
  const { handle } = createSimulator({ devices: 3, seed: 3, companion: drivingFleet(3, 3) });
  await served(handle, 'POST', '/clock/advance', '{"by":"PT10M"}');
  return baseOf(handle);
}

async function baseOf(handle: Handle): Promise<Base> {
  const snapshot = await served(handle, 'GET', '/snapshot');
  const kinds = new Map<string, Place[]>();
  for (const place of placesIn(JSON.parse(snapshot))) {
    const kind = place.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('/');
    kinds.set(kind, [...(kinds.get(kind) ?? []), place]);
  }
  return { handle, snapshot, kinds: [...kinds.values()] };
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [[...at, name], ...placesIn(part, [...at, name])]);
}

interface Attempt {
  base: number;
  /** Where it was changed. */
  places: readonly string[];
  text: string;
  /** Whether its digest was made anew: then its form alone can refuse it. */
  signed?: boolean;
}

export const snapshots = areaOf({
  name: 'fuzz-snapshots',
  async draw(chance) {
    const all = await basesOf();
    const base = chance.below(all.length);
    const chosen = all[base];
    return JSON.stringify({ base, ...(chosen ? mutated(chosen, chance) : { places: [], text: '' }) });
  },
  async use(drawn) {
    const { base, text, signed = false } = JSON.parse(drawn) as Attempt;
    const found = (await basesOf())[base];
    if (found) await attempt(found, text, signed);
  },
});

function basesOf(): Promise<readonly Base[]> {
  // With no signal, while a vehicle brakes, and while what was kept is sent.
  bases ??= Promise.all([plain(), driving(), story('PT22M'), story('PT25M2S'), story('PT25M6S')]);
  return bases;
}

async function attempt({ handle, snapshot }: Base, text: string, signed: boolean): Promise<void> {
  const before = await served(handle, 'GET', '/snapshot');
  const reply = await answerTo(handle, { method: 'PUT', target: '/_control/snapshot', body: text });
  if (reply.status >= 400) {
    const { code, detail } = JSON.parse(reply.body) as { code?: string; detail?: string };
    if (typeof code !== 'string' || !detail) throw new Fault(`refused without a reason: ${reply.body}`);
    const after = await served(handle, 'GET', '/snapshot');
    if (after !== before) throw new Fault(`refused, and changed: ${firstDifference(before, after)}`);
    return;
  }
  if (signed) {
    // Its world may go on wrongly. The server survives it, and a good one takes its place.
    await served(handle, 'PUT', '/snapshot', snapshot);
    const after = await served(handle, 'GET', '/snapshot');
    if (after !== snapshot) throw new Fault(`is not put right: ${firstDifference(snapshot, after)}`);
    return;
  }
  // Neither real time nor faults that were asked for are waited for.
  await served(handle, 'PUT', '/clock', '{"frozen":true}');
  await survivesSaving(handle);
  await served(handle, 'PUT', '/faults', '{"rules":[]}');
  await readAll(handle);
  await goesOn(handle);
  const beginning = await served(handle, 'GET', '/snapshot');
  await served(handle, 'PUT', '/snapshot', beginning);
  await served(handle, 'POST', '/clock/advance', '{"by":"PT10M"}');
  await served(handle, 'POST', '/reset');
  const again = await served(handle, 'GET', '/snapshot');
  if (again !== beginning) throw new Fault(`a reset leads elsewhere: ${firstDifference(beginning, again)}`);
  await served(handle, 'PUT', '/snapshot', snapshot);
}

/** The snapshot with one to three changes. */
function mutated({ snapshot, kinds }: Base, chance: Chance): Omit<Attempt, 'base'> {
  if (chance.below(40) === 0)
    return { places: ['cut'], text: snapshot.slice(0, chance.below(snapshot.length)) };
  const data: unknown = JSON.parse(snapshot);
  const places: string[] = [];
  let text = snapshot;
  for (let left = chance.pick([1, 1, 1, 2, 3]); left > 0; ) {
    const slot = slotAt(data, chance.pick(chance.pick(kinds)));
    // An earlier change may have taken it away.
    if (!slot) continue;
    const before = shown(slot);
    chance.pick(changes)(slot, () => slotAt(data, chance.pick(chance.pick(kinds))), chance);
    const changed = JSON.stringify(data);
    // Not every change fits every place.
    if (changed === text) continue;
    text = changed;
    places.push(`${slot.pointer}: ${before} to ${shown(slot)}`);
    left--;
  }
  const signed = chance.below(4) > 0;
  if (signed) text = JSON.stringify({ ...Object(data), digest: snapshotDigest(Object(data)) });
  return { places, text, signed };
}

interface Slot {
  pointer: string;
  holder: object;
  name: string;
}

function slotAt(data: unknown, place: Place): Slot | undefined {
  let holder: unknown = data;
  for (const name of place.slice(0, -1)) holder = Object(holder)[name];
  const name = place.at(-1) ?? '';
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
  return { pointer: `/${place.join('/')}`, holder, name };
}

function shown({ holder, name }: Slot): string {
  return (JSON.stringify(Reflect.get(holder, name)) ?? 'nothing').slice(0, 60);
}

const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e15,
  1e21,
  1e300,
  -1e300,
  -0,
  99,
  1_000_000,
  '',
  'x',
  'NaN',
  'Infinity',
  '__proto__',
  '\u0000',
  'AAAA',
  '=',
  '2026-02-30',
  [],
  {},
  [[]],
  [null],
  { id: 1 },
];

type Change = (slot: Slot, another: () => Slot | undefined, chance: Chance) => void;

const changes: readonly Change[] = [
  ({ holder, name }, _, chance) => Reflect.set(holder, name, structuredClone(chance.pick(ODD))),
  ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else Reflect.deleteProperty(holder, name);
  },
  ({ holder, name }) => {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(name)]));
  },
  ({ holder, name }, another) => {
    const other = another();
    if (other) Reflect.set(holder, name, structuredClone(Reflect.get(other.holder, other.name)));
  },
  ({ holder }, _, chance) => {
    const name = chance.pick(['__proto__', 'constructor', 'prototype', 'toString', 'x']);
    const value = structuredClone(chance.pick(ODD));
    if (Array.isArray(holder)) holder.push(value);
    else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  },
  ({ holder }) => {
    if (Array.isArray(holder)) holder.reverse();
  },
  nudged,
  nudged,
  nudged,
];

/** A number a little off, or a few bytes of a column. */
function nudged({ holder, name }: Slot, _: unknown, chance: Chance): void {
  const value: unknown = Reflect.get(holder, name);
  if (typeof value === 'number')
    Reflect.set(holder, name, value + chance.pick([-1, 1, 2, -60_000, 60_000, 86_400_000, 0.5, value]));
  if (typeof value === 'boolean') Reflect.set(holder, name, !value);
  if (typeof value === 'string' && /^[A-Za-z\d+/]{8,}={0,2}$/.test(value))
    Reflect.set(
      holder,
      name,
      chance.below(4) === 0 ? value.slice(0, chance.below(value.length)) : withBytes(value, chance),
    );
}

function withBytes(base64: string, chance: Chance): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = 8 * chance.below(Math.ceil(bytes.length / 8));
  const double = Buffer.alloc(8);
  double.writeDoubleLE(chance.pick([0, 1, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 1.77e12, 1e-300]));
  const pieces = [
    double,
    Buffer.from([chance.below(256)]),
    Buffer.from([255, 255, 255, 255]),
    Buffer.from([1, 0, 0, 0]),
  ];
  chance.pick(pieces).copy(bytes, Math.min(at, bytes.length - 1));
  return bytes.toString('base64');
}

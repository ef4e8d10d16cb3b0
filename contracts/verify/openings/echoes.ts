/**
 * Written facts compared with what records show of them: in the answer to each write, and in the last location
 * after one with every fact was posted. A fact that an answer to a group or a user does not show is not compared; a
 * report shows all that the profile has a place for.
 */

import { shows } from '../../deployment/probing/evidence.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { exactJsonIn, exactJsonText } from '../../kit/exact-json.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { nameIn } from '../../kit/tables.ts';
import { type AnyFacts, changing } from '../../play/comparing.ts';
import { recordFacts } from '../../specification/records/index.ts';
import type { FactKind } from '../../specification/records/kinds.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import type { Fault, SeenReply } from './seen.ts';

/** Facts that a service may write in a form of its own, or works out itself. */
const ITS_OWN: ReadonlySet<string> = new Set([
  ...['id', 'email', 'phone', 'country', 'timeZone', 'groupIds', 'deviceIds'],
  ...['raisedAt', 'severity', 'deviceId'],
]);

/** The tolerance of a position, in degrees. */
const NEAR = 1e-3;
/** The tolerance of any other number: units are converted, and stores round. */
const ROUNDING = { least: 0.5, share: 0.01 };

const writes = {
  createGroup: 'group',
  replaceGroup: 'group',
  createUser: 'user',
  replaceUser: 'user',
  postLocations: 'location',
  postAlerts: 'alert',
} as const;

type Writes = typeof writes;

/** Answers to writes that show another value than the one that was sent. */
export function echoFaults(session: RunSession, replies: readonly SeenReply[]): Fault[] {
  return replies.flatMap((reply) => {
    const { status, text, sent } = reply;
    const operation = nameIn(writes, reply.operation);
    if (operation === undefined || text === undefined || sent === undefined) return [];
    if (status !== session.profile.openings['operations.status']?.[operation]) return [];
    const answer = session.lens.answer(operation);
    const wrote = exactJsonIn(sent);
    const given = answer.kind === 'record' ? sentBy(session, operation, wrote) : undefined;
    if (!given) return [];
    const found = shownBy(session, operation, exactJsonIn(text));
    return faultOf({ resource: writes[operation], operation, sent: given, found }, reply.exchange);
  });
}

/** The facts of the one record in an answer: where several may be posted at once they come as a list. */
function shownBy({ lens }: RunSession, operation: keyof Writes, json: unknown): AnyFacts {
  const { facts } = lens.answer(operation).read(json);
  const resource = writes[operation];
  if (Object.values(facts).some(isThere) || resource === 'group' || resource === 'user') return facts;
  const { records } = lens.list(resource === 'location' ? 'locations' : 'alerts').read(json);
  return records.length === 1 ? (records[0] ?? facts) : facts;
}

/** The facts of the one record that was sent. */
function sentBy({ lens }: RunSession, operation: keyof Writes, json: unknown): AnyFacts | undefined {
  const resource = writes[operation];
  if (resource === 'group' || resource === 'user') return lens.body(resource).read(json).facts;
  const posting = lens.posting(resource === 'location' ? 'locations' : 'alerts');
  const { records, issues } = posting.does === 'record' ? posting.read(json) : { records: [], issues: [] };
  return records.length === 1 && issues.length === 0 ? records[0] : undefined;
}

/** Plain values of every fact that a report can have beside its place and time, twice. A position by a radio mast is inexact. */
const reports: readonly AnyFacts[] = [
  {
    latitude: 48.137,
    longitude: 11.575,
    altitude: 120,
    speed: 54,
    course: 90,
    accuracy: 1_200,
    satellites: 9,
    ignition: true,
    battery: 87,
    fuel: 61,
    odometer: 12_345,
    attributes: { door: 'open' },
  },
  {
    latitude: 48.141,
    longitude: 11.571,
    altitude: 512,
    speed: 27,
    course: 315,
    accuracy: 8,
    satellites: 5,
    ignition: false,
    battery: 42,
    fuel: 38,
    odometer: 12_349,
    attributes: { door: 'shut' },
  },
];

/** Locations with every fact are posted of a device of the run's own, and read back. */
export async function wholeLocations(session: RunSession): Promise<Fault[]> {
  const { profile, lens, controls, probes, options, signal } = session;
  if (signal.aborted || options.readOnly || !controls.has('createDevice')) return [];
  if (!isSelected('devices/posted-location-becomes-last', options)) return [];
  if (!profile.openings['records.location'] || profile.openings['locations.purpose']?.does !== 'record')
    return [];
  const known = await probes.known.served.get('postLocations');
  if (!known?.good || !shows(session, known)) return [];
  const places = new Set<string>(lens.record('location').facts);
  if (!places.has('deviceTime')) return [];
  const now = Math.floor(session.clock.now() / 1000) * 1000;
  const own = await session.probes.ownDevice().catch(unlessUnreached);
  if (!own) return [];
  try {
    const caller = session.as('calibration');
    const { id } = own;
    const faults: Fault[] = [];
    for (const [index, report] of reports.entries()) {
      const deviceTime = now + (index + 1 - reports.length) * 1000;
      const facts = Object.fromEntries(
        Object.entries({ ...report, deviceTime }).filter(([fact]) => places.has(fact)),
      );
      const body = lens.posting('locations').write([facts]);
      const posted = await caller.call('postLocations', { id, body });
      if (posted.status !== profile.openings['operations.status']?.postLocations) return faults;
      const read = async () => {
        const answer = await caller.call('lastLocation', { id });
        return { answer, found: lens.reply('location').read(answer.json).facts };
      };
      const { answer, found } = await session.eventually(
        read,
        (seen) => seen.found.deviceTime === deviceTime,
      );
      if (found.deviceTime !== deviceTime) return faults;
      const echo: Echo = { resource: 'location', operation: 'lastLocation', sent: facts, found };
      faults.push(...faultOf(echo, answer.exchange));
    }
    return faults;
  } finally {
    own.release();
  }
}

interface Echo {
  resource: Writes[keyof Writes];
  operation: string;
  sent: AnyFacts;
  found: AnyFacts;
}

function faultOf(echo: Echo, exchange: number): Fault[] {
  const { resource, operation, sent, found } = echo;
  const other = Object.keys(sent).find(
    (fact) => !ITS_OWN.has(fact) && isThere(sent[fact]) && isOther(echo, fact),
  );
  if (other === undefined) return [];
  const words = `${operation}: ${other} ${exactJsonText(found[other] ?? null)} where ${exactJsonText(sent[other])} was sent`;
  return [{ opening: `records.${resource}`, words, exchange }];
}

function isOther({ resource, operation, sent, found }: Echo, fact: string): boolean {
  if (isThere(found[fact])) return !isKept(resource, fact, sent, found);
  return operation === 'lastLocation' || operation === 'postAlerts';
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isKept(resource: Writes[keyof Writes], fact: string, sent: AnyFacts, found: AnyFacts): boolean {
  const one = sent[fact];
  const other = found[fact];
  if (resource === 'group' || resource === 'user')
    return changing(resource, { [fact]: one }, found).length === 0;
  const kinds: { readonly [fact: string]: FactKind } = recordFacts[resource];
  if (kinds[fact] === 'time') return Math.abs(Number(one) - Number(other)) < 1000;
  if (typeof one === 'number') {
    const room =
      fact === 'latitude' || fact === 'longitude' ? NEAR : Math.max(ROUNDING.least, ROUNDING.share * one);
    return typeof other === 'number' && Math.abs(one - other) <= room;
  }
  if (kinds[fact] === 'json') return isDeepEqual(one, other);
  // Some of the channels may be none that the service has; others were not asked for.
  if (Array.isArray(one)) return Array.isArray(other) && other.every((item) => one.includes(item));
  if (typeof one === 'boolean') return one === other;
  // A text may be trimmed and cut.
  return typeof one !== 'string' || String(other).trim().slice(0, 20) === one.trim().slice(0, 20);
}

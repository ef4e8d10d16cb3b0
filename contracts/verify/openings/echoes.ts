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
import type { Compared, SeenReply } from './seen.ts';

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
const listOf = { location: 'locations', alert: 'alerts' } as const;

interface Echo {
  readonly resource: (typeof writes)[keyof typeof writes];
  readonly operation: string;
  readonly sent: AnyFacts;
  readonly found: AnyFacts;
}

/** Answers to writes that show another value than the one that was sent. */
export function echoFaults(session: RunSession, replies: readonly SeenReply[]): Compared[] {
  return replies.flatMap(({ status, text, sent, exchange, ...reply }) => {
    const operation = nameIn(writes, reply.operation);
    if (operation === undefined || text === undefined || sent === undefined) return [];
    if (status !== session.profile.openings['operations.status']?.[operation]) return [];
    if (session.lens.answer(operation).kind !== 'record') return [];
    const given = sentBy(session, operation, exactJsonIn(sent));
    const found = given && shownBy(session, operation, exactJsonIn(text));
    return found ? faultOf({ resource: writes[operation], operation, sent: given, found }, exchange) : [];
  });
}

/** The facts of the one record in an answer: where several may be posted at once they come as a list. */
function shownBy({ lens }: RunSession, operation: keyof typeof writes, json: unknown): AnyFacts {
  const { facts } = lens.answer(operation).read(json);
  const resource = writes[operation];
  if (Object.values(facts).some(isThere) || resource === 'group' || resource === 'user') return facts;
  const { records } = lens.list(listOf[resource]).read(json);
  return records.length === 1 ? (records[0] ?? facts) : facts;
}

/** The facts of the one record that was sent. */
function sentBy({ lens }: RunSession, operation: keyof typeof writes, json: unknown): AnyFacts | undefined {
  const resource = writes[operation];
  if (resource === 'group' || resource === 'user') return lens.body(resource).read(json).facts;
  const posting = lens.posting(listOf[resource]);
  const { records, issues } = posting.does === 'record' ? posting.read(json) : { records: [], issues: [] };
  return records.length === 1 && issues.length === 0 ? records[0] : undefined;
}

/** Plain values of every fact that a report can have beside its place and time, twice. A position by a radio mast is inexact. */
const reports: readonly AnyFacts[] = [
  {
    ...{ latitude: 48.137, longitude: 11.575, altitude: 120, speed: 54, course: 90, accuracy: 1_200 },
    ...{
      satellites: 9,
      ignition: true,
      battery: 87,
      fuel: 61,
      odometer: 12_345,
      attributes: { door: 'open' },
    },
  },
  {
    ...{ latitude: 48.141, longitude: 11.571, altitude: 512, speed: 27, course: 315, accuracy: 8 },
    ...{
      satellites: 5,
      ignition: false,
      battery: 42,
      fuel: 38,
      odometer: 12_349,
      attributes: { door: 'shut' },
    },
  },
];

/** Locations with every fact are posted of a device of the run's own, and read back. */
export async function wholeLocations(session: RunSession): Promise<Compared[]> {
  const { profile, lens, controls, probes, options, signal } = session;
  if (signal.aborted || options.readOnly || !controls.has('createDevice')) return [];
  if (!isSelected('devices/posted-location-becomes-last', options)) return [];
  if (!profile.openings['records.location'] || profile.openings['locations.purpose']?.does !== 'record')
    return [];
  const known = await probes.known.served.get('postLocations');
  const places = new Set<string>(lens.record('location').facts);
  if (!known?.good || !shows(session, known) || !places.has('deviceTime')) return [];
  const now = Math.floor(session.clock.now() / 1000) * 1000;
  const own = await probes.ownDevice().catch(unlessUnreached);
  if (!own) return [];
  const { id } = own;
  const caller = session.as('calibration');
  const faults: Compared[] = [];
  try {
    for (const [index, report] of reports.entries()) {
      const deviceTime = now + (index + 1 - reports.length) * 1000;
      const all = Object.entries({ ...report, deviceTime });
      const sent = Object.fromEntries(all.filter(([fact]) => places.has(fact)));
      const posted = await caller.call('postLocations', {
        id,
        body: lens.posting('locations').write([sent]),
      });
      if (posted.status !== profile.openings['operations.status']?.postLocations) break;
      const read = async () => {
        const answer = await caller.call('lastLocation', { id });
        return { answer, found: lens.reply('location').read(answer.json).facts };
      };
      const { answer, found } = await session.eventually(
        read,
        (seen) => seen.found.deviceTime === deviceTime,
      );
      if (found.deviceTime !== deviceTime) break;
      const echo: Echo = { resource: 'location', operation: 'lastLocation', sent, found };
      faults.push(...faultOf(echo, answer.exchange));
    }
    return faults;
  } finally {
    own.release();
  }
}

function faultOf(echo: Echo, exchange: number): Compared[] {
  const { resource, operation, sent, found } = echo;
  const other = Object.keys(sent).find(
    (fact) => !ITS_OWN.has(fact) && isThere(sent[fact]) && isOther(echo, fact),
  );
  if (other === undefined) return [];
  const words = `${operation}: ${other} ${exactJsonText(found[other] ?? null)} where ${exactJsonText(sent[other])} was sent`;
  return [{ opening: `records.${resource}`, words, exchange }];
}

function isOther({ resource, operation, sent, found }: Echo, fact: string): boolean {
  if (!isThere(found[fact])) return operation === 'lastLocation' || operation === 'postAlerts';
  if (resource === 'group' || resource === 'user')
    return changing(resource, { [fact]: sent[fact] }, found).length > 0;
  const kinds: { readonly [fact: string]: FactKind } = recordFacts[resource];
  return !isKept(fact, kinds[fact], sent[fact], found[fact]);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isKept(fact: string, kind: FactKind | undefined, one: unknown, other: unknown): boolean {
  if (kind === 'time') return Math.abs(Number(one) - Number(other)) < 1000;
  if (kind === 'json') return isDeepEqual(one, other);
  if (typeof one === 'boolean') return one === other;
  // Some of the channels may be none that the service has; others were not asked for.
  if (Array.isArray(one)) return Array.isArray(other) && other.every((item) => one.includes(item));
  if (typeof one !== 'number')
    // A text may be trimmed and cut.
    return typeof one !== 'string' || String(other).trim().slice(0, 20) === one.trim().slice(0, 20);
  const room =
    fact === 'latitude' || fact === 'longitude' ? NEAR : Math.max(ROUNDING.least, ROUNDING.share * one);
  return typeof other === 'number' && Math.abs(one - other) <= room;
}

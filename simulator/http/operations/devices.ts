/** Devices, their last location, and what is posted to them (sections 1 and 4.2). */
import { MINUTE, spokenDuration } from '../../../contracts/kit/durations.ts';
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import type { AlertReport, LocationReport } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { type BodyName, bodyProblem } from '../bodies.ts';
import type { Reply } from '../call.ts';
import { createKeptTexts } from '../kept-texts.ts';
import { createPaging } from '../paging.ts';
import { Refused } from '../refusals.ts';
import { jsonOf, type OperationRequest, type Perform } from '../request.ts';
import { positionKept, type TextAnswers } from '../texts.ts';
import { refuseIssues, replyWith, replyWithText } from './reply.ts';

export type DeviceAnswers = TextAnswers & Answers<'expired.may' | 'limits.names'>;

/** The id of the device that the path names. Refuses one that names none. */
function deviceOf(world: World, segment: string): number {
  const id = world.lens.readPathId('device', segment);
  if (id !== undefined && world.fleet.devices.has(id)) return id;
  throw new Refused('unknown-id', { code: 'UNKNOWN_DEVICE', detail: `There is no device ${segment}.` });
}

/** The same, for reading: a device that is expired may not be readable (opening `expired.may`). */
function readableIn(world: World): (segment: string) => number {
  const { 'expired.may': may }: DeviceAnswers = world.profile.openings;
  if (may.read) return (segment) => deviceOf(world, segment);
  return (segment) => {
    const id = deviceOf(world, segment);
    if (!world.fleet.devices.isExpired(id)) return id;
    throw new Refused('unknown-id', { code: 'UNKNOWN_DEVICE', detail: `There is no device ${segment}.` });
  };
}

/** GET /api/devices: all, a page, or those of a group (openings `operations.query`, `operations.paging`). */
export function listDevices(world: World): Perform {
  const { fleet, lens, profile } = world;
  const list = lens.list('devices');
  const status = profile.openings['operations.status'].listDevices;
  const usedOnly = !profile.openings['expired.may'].list;
  const groupName = profile.openings['operations.query'].group;
  const pageOf = createPaging(profile.openings);
  const withSettings = limitFactsOf(world);

  return (request) => {
    const page = pageOf(request);
    const group = request.query === '' ? null : new URLSearchParams(request.query).get(groupName);
    // A group that does not exist has no devices; nothing is wrong with asking.
    const groupId = group === null ? undefined : (lens.readPathId('group', group) ?? 0);
    const query = { usedOnly, ...(groupId !== undefined && { groupId }) };
    const devices = fleet.devices.list({
      ...query,
      offset: page.offset,
      ...(page.limit !== undefined && { limit: page.limit }),
    });
    const total = fleet.devices.total(query);
    const json = list.write(
      withSettings ? devices.map((device) => withSettings(device)) : devices,
      page.facts(total),
    );
    return replyWith(status, json, page.headers(total));
  };
}

/** GET /api/devices/{deviceId}. */
export function readDevice(world: World): Perform {
  const { fleet, lens, profile } = world;
  const reply = lens.reply('device');
  const status = profile.openings['operations.status'].readDevice;
  const withSettings = limitFactsOf(world);
  const readable = readableIn(world);

  return ({ id }) => {
    const deviceId = readable(id);
    const device = fleet.devices.get(deviceId) ?? { id: deviceId };
    return replyWith(status, reply.write(withSettings ? withSettings(device) : device));
  };
}

/** Adds the limit settings where the profile has a place for them in the device record (`limits.names`). */
function limitFactsOf(world: World): (<D extends { id: number }>(device: D) => D) | undefined {
  const openings: DeviceAnswers = world.profile.openings;
  if (openings['limits.names'] === null) return undefined;
  return (device) => {
    const { usage, ...settings } = world.fleet.limits.get(device.id);
    return { ...device, ...settings, usageEmail: usage.email, usageSms: usage.sms };
  };
}

/** GET …/lastLocation: refuses, as an unknown id, a device that has not reported yet. */
export function lastLocation(world: World): Perform {
  const { fleet, lens, profile, delayedReads } = world;
  const textOf = createKeptTexts(lens.reply('location'));
  const status = profile.openings['operations.status'].lastLocation;
  const readable = readableIn(world);

  return ({ id, now }) => {
    const deviceId = readable(id);
    const location = delayedReads.read('location', deviceId, fleet.locations.last(deviceId), now);
    if (location) return replyWithText(status, textOf(deviceId, location));
    throw new Refused('unknown-id', {
      code: 'NO_LOCATION_YET',
      detail: `Device ${id} has not reported a location yet.`,
    });
  };
}

/** POST …/locations: records all of a body, or nothing when one of its locations is not good. */
export function postLocations(world: World): Perform {
  const { fleet, delayedReads } = world;
  const { 'records.text': treatment }: TextAnswers = world.profile.openings;
  return posting(world, 'locations', 'postLocations', 'location', {
    record(deviceId, report, now) {
      delayedReads.written('location', deviceId, () => fleet.locations.last(deviceId), now);
      const timed = 'deviceTime' in report ? report : { deviceTime: now, ...report };
      const kept = positionKept(timed, treatment);
      return fleet.locations.record(deviceId, kept as unknown as LocationReport, now);
    },
    between: (deviceId, from, to) => fleet.locations.between(deviceId, from, to),
    note: aheadOf,
  });
}

/** A device's own clock may be a little ahead. */
const LITTLE = MINUTE;

/** Says of locations that are ahead of the clock that they are: each stays the last until the clock has come there. */
function aheadOf(facts: readonly ReportFacts[], now: number): string | undefined {
  const ahead = facts.filter(({ deviceTime }) => Number(deviceTime) - now > LITTLE);
  if (ahead.length === 0) return undefined;
  const locations = ahead.length === 1 ? 'A location is' : `${ahead.length} locations are`;
  return `${locations} ahead of the clock by up to ${spokenDuration(Math.max(...ahead.map(({ deviceTime }) => Number(deviceTime))) - now)}.`;
}

/** POST …/alerts: raises them, through the limits of the device (section 8). */
export function postAlerts(world: World): Perform {
  const { fleet } = world;
  return posting(world, 'alerts', 'postAlerts', 'alert', {
    record: (deviceId, report) =>
      fleet.alerts.raise(deviceId, withoutNulls(report) as unknown as AlertReport),
    between: (deviceId, from, to) => fleet.alerts.between(deviceId, from, to),
  });
}

type ReportFacts = { readonly [fact: string]: unknown };

interface PostingTarget {
  /** Takes one report. */
  record(deviceId: number, report: ReportFacts, now: number): object;
  between(deviceId: number, from: number, to: number): readonly object[];
  /** A note on facts that were taken. */
  note?(facts: readonly ReportFacts[], now: number): string | undefined;
}

/** The shared part of POST …/locations and …/alerts (openings `locations.purpose`, `alerts.purpose`). */
function posting(
  world: World,
  list: 'locations' | 'alerts',
  operation: 'postLocations' | 'postAlerts',
  body: BodyName,
  target: PostingTarget,
): Perform {
  const { lens, profile } = world;
  const bodies = lens.posting(list);
  const answer = lens.answer(operation);
  const status = profile.openings['operations.status'][operation];
  return bodies.does === 'query' ? query : record;

  function record({ call, id, now }: OperationRequest): Reply {
    const deviceId = deviceOf(world, id);
    const { many, records, issues } = bodies.read(jsonOf(call));
    refuseIssues(issues);
    if (records.length === 0) {
      throw new Refused('invalid', { code: 'NOTHING_POSTED', detail: `The body holds no ${body}.` });
    }
    const reports: readonly ReportFacts[] = records;
    for (const [index, facts] of reports.entries()) {
      const problem = bodyProblem(body, body === 'alert' ? withoutNulls(facts) : facts);
      if (!problem) continue;
      const field = bodies.pointer(problem.fact, { many, index }) ?? `/${problem.fact}`;
      throw new Refused('invalid', { code: 'BODY_INVALID', detail: `${field} ${problem.message}.`, field });
    }
    // The facts are good, so what can still refuse (an expired device) does so before the first is taken.
    const recorded: object[] = [];
    for (const report of reports) recorded.push(target.record(deviceId, report, now));
    const reply = replyWith(status, answer.write(many ? recorded : (recorded[0] ?? {})));
    const note = target.note?.(reports, now);
    return note === undefined ? reply : { ...reply, note };
  }

  function query({ call, id }: OperationRequest): Reply {
    const deviceId = deviceOf(world, id);
    const { range, issues } = bodies.readRange(jsonOf(call));
    refuseIssues(issues);
    const { from, to } = range;
    if (from === undefined || to === undefined) {
      throw new Refused('invalid', { code: 'RANGE_INCOMPLETE', detail: 'The range needs both of its ends.' });
    }
    return replyWith(status, lens.list(list).write(target.between(deviceId, from, to)));
  }
}

function withoutNulls(facts: ReportFacts): ReportFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

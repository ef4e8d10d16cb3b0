/** Where a device was last, and what becomes of a location that is posted. */

import { itemAt } from '../../../kit/items.ts';
import type { Json } from '../../../kit/json.ts';
import type { AnyId, EpochMs, Facts } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { wasTaken } from '../taken.ts';
import { ownDevices } from './own.ts';
import { sampleOf } from './samples.ts';

/** Stores round, and convert units on the way: some ten metres. */
const SAME_PLACE = 1e-4;
/** Half a kilometre: far enough to be told apart, near enough to be driven in half a minute or so. */
const STEP = 0.005;
const STEP_TIME = 30_000;

type Place = { latitude: number; longitude: number };
type Located = { answer: Answer; facts: Facts<'location', AnyId>; place: Place | undefined };

export const locationCases = {
  'devices/last-location-of-device': {
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(kit) {
      requirePosition(kit);
      // Of a device that the run has posted a location of, where it could.
      const { answer, good: located } = await kit.probes.served('lastLocation');
      const { place } = readPlace(kit, answer);
      if (place) return judgePlace(answer, place);
      if (!located)
        return inconclusive('No device is known that has a location.', 'known.device', 'locations.purpose');
      return fail('the last location of a device that has one', describeAnswer(answer), answer);
    },
  },
  'devices/posted-location-becomes-last': {
    touches: 'device',
    cost: { requests: 6, creates: ['device'] },
    async judge(kit) {
      const purpose = kit.profile.openings['locations.purpose']?.does;
      if (purpose === 'query')
        return notApplicable('The profile says that a POST of locations asks for a range.');
      if (purpose === undefined)
        throw new Unreached('whether a POST of locations records them is not said', 'locations.purpose');
      requirePosition(kit);
      const id = itemAt(await ownDevices(kit, 1), 0);
      const before = await lastLocation(kit, id);
      const { first, second } = twoSteps(kit, before);
      const older = await post(kit, id, first);
      const newer = await post(kit, id, second);
      const last = await eventuallyAt(kit, id, (place) => isAt(place, second));
      if (last.place && isAt(last.place, second)) {
        const observed = 'a POST records a location';
        const seen = { observed, pinned: purpose, holds: purpose === 'record' };
        kit.observe('locations.purpose', seen, newer.answer, last.answer);
        await observeOrder(kit, id, first, second, newer.answer).catch(unlessUnreached);
        return pass(
          'The newest of two posted locations is the last one.',
          older.answer,
          newer.answer,
          last.answer,
        );
      }
      const taken = await wasTaken(kit, 'postLocations', newer);
      if (taken !== 'taken') {
        const why = taken === 'refused' ? 'was refused' : 'is answered alike whether it is taken or not';
        return inconclusive(`The location that was posted ${why}.`, 'samples.location', 'locations.purpose');
      }
      return fail(
        `the posted location (${tell(second)}) to be the last`,
        last.place ? tell(last.place) : 'none',
        newer.answer,
        last.answer,
      );
    },
  },
} satisfies Cases;

/**
 * Which location is the last when one arrives late. Only where the profile pins it: the late one stays in
 * the history of the device.
 */
async function observeOrder(kit: Kit, id: AnyId, first: Step, second: Step, taken: Answer): Promise<void> {
  const pinned = kit.profile.openings['locations.order'];
  // Without a time of its own each location is as late as it arrives.
  if (pinned === undefined || !kit.lens.record('location').facts.includes('deviceTime')) return;
  const late: Step = { ...first, latitude: second.latitude + STEP, deviceTime: first.deviceTime - 1000 };
  const { answer } = await post(kit, id, late);
  if (answer.look !== taken.look) return;
  const isLate = ({ place }: Located) => place !== undefined && isAt(place, late);
  const read = () => lastLocation(kit, id);
  // A late location that is not the last is not waited for: it would never be.
  const last = pinned === 'received' ? await kit.eventually(read, isLate) : await read();
  const observed = isLate(last)
    ? 'received'
    : last.place && isAt(last.place, second)
      ? 'device-time'
      : undefined;
  if (observed === undefined) return;
  kit.observe('locations.order', { observed, pinned, holds: observed === pinned }, answer, last.answer);
}

function judgePlace(answer: Answer, place: Place): Finding {
  const { latitude, longitude } = place;
  const onEarth = Math.abs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
  if (onEarth) return pass(`The last location is a position on earth: ${tell(place)}.`, answer);
  return fail('a position on earth', tell(place), answer);
}

/** Throws where the profile does not say where a position stands. */
function requirePosition(kit: Kit): void {
  const { facts } = kit.lens.reply('location');
  if (facts.includes('latitude') && facts.includes('longitude')) return;
  throw new Unreached('the profile does not say where latitude and longitude stand', 'records.location');
}

async function lastLocation(kit: Kit, id: AnyId): Promise<Located> {
  return readPlace(kit, await kit.call('lastLocation', { id }));
}

function readPlace(kit: Kit, answer: Answer): Located {
  const { facts } = kit.lens.reply('location').read(answer.json);
  const { latitude, longitude } = facts;
  const known = typeof latitude === 'number' && typeof longitude === 'number';
  return { answer, facts, place: known ? { latitude, longitude } : undefined };
}

function eventuallyAt(kit: Kit, id: AnyId, is: (place: Place) => boolean): Promise<Located> {
  return kit.eventually(
    () => lastLocation(kit, id),
    ({ place }) => place !== undefined && is(place),
  );
}

interface Step extends Place {
  deviceTime: EpochMs;
}

/** Two positions on a road ahead of where the device was, each later than anything before it. */
function twoSteps(kit: Kit, { place, facts }: Located): { first: Step; second: Step } {
  const { latitude, longitude } = place && place.latitude < 89 ? place : sampleOf(kit, 'location');
  const start = { latitude: Number(latitude), longitude: Number(longitude) };
  const now = Math.floor(kit.clock.now() / 1000) * 1000;
  const earliest = Math.max(now - STEP_TIME, Math.floor((facts.deviceTime ?? 0) / 1000) * 1000 + 1000);
  return {
    first: { ...start, latitude: start.latitude + STEP, deviceTime: earliest },
    second: { ...start, latitude: start.latitude + 2 * STEP, deviceTime: earliest + STEP_TIME },
  };
}

async function post(kit: Kit, id: AnyId, step: Step): Promise<{ id: AnyId; body: Json; answer: Answer }> {
  const body = kit.lens.posting('locations').write([{ ...sampleOf(kit, 'location'), ...step }]);
  return { id, body, answer: await kit.call('postLocations', { id, body }) };
}

function isAt(one: Place, other: Place): boolean {
  const apart = Math.abs(one.longitude - other.longitude) % 360;
  return Math.abs(one.latitude - other.latitude) <= SAME_PLACE && Math.min(apart, 360 - apart) <= SAME_PLACE;
}

function tell({ latitude, longitude }: Place): string {
  return `${latitude}, ${longitude}`;
}

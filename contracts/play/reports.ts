/** Steps by which devices report where they are, and alerts, and by which their last location is read. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { knowsLocation, sampledPlace, sampleOf } from '../deployment/probing/posts.ts';
import { kindOf, refusalLook } from '../deployment/probing/probing.ts';
import { isForContent } from '../deployment/reading/answers.ts';
import { licenceOf } from '../deployment/reading/device.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import type { Event } from '../judge/event.ts';
import { MINUTE, SECOND } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import type { Json } from '../kit/json.ts';
import { integer, oneOf, optional, yesNo } from '../kit/schema.ts';
import { namesOf } from '../kit/tables.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import { type ReportPlace, reportPlaces } from '../specification/dangers/reports.ts';
import { saysNone, saysNothing, takenBy, takenByProfile } from './answers.ts';
import {
  along,
  aside,
  besides,
  isAt,
  isRounded,
  lastLocation,
  MOMENTS,
  type Place,
  pastMoments,
  roadOf,
} from './places.ts';
import { device, flag, looks, type Of, row } from './row.ts';
import { Doubt, lookUntil, type Scene, type SceneDevice, seenAs } from './scene.ts';
import type { DeviceSupply, Track } from './supply.ts';

/** The first location that a device posts is so old. */
const AGO = 10 * MINUTE;
const BETWEEN = 30 * SECOND;
/** The last location of a device is so old: those that others post later are newer. */
const JUST_NOW = 20 * SECOND;
/** A location that comes late is so much older than the newest. */
const LATE = 2.5 * BETWEEN;
/** A device stays for so many steps: some deployments keep no more than the minute of a time. */
const STAY = 4;
/** Some times have a part of a second, in ms. */
const FRACTIONS = [0, 80, 500, 999];
/** So many locations are posted in one body. */
const SEVERAL = 3;

interface Fix extends Place {
  readonly time: EpochMs;
}

/** The report of a device: where it was, and when. */
interface Report {
  /** The newest place, which is told of. */
  readonly told: Fix;
  /** All of them, in the order in which they are sent. Default: that one. */
  readonly records?: readonly Fix[];
  readonly as?: { readonly far?: true; readonly again?: true; readonly past?: 'ordinary' | 'known' };
  /** The steps of the track afterwards. Default: as many as before. */
  readonly steps?: number;
}

/** Tells whether an alert was taken in this run: all are of one kind. */
const hasTaken = perRun(() => ({ alert: false }));

/**
 * `late`: older than the newest. `now`: newer than all that the run has posted. `to`: somewhere else than the next place on its road; the same place is some minutes later.
 * `past`: of so many moments of long ago the next one, before all that it reports. `together`: several in one body, the
 * newest last or in the middle.
 */
const locating = {
  device,
  late: yesNo,
  now: flag,
  to: optional(oneOf('the same place', ...namesOf(reportPlaces))),
  past: optional(integer({ minimum: 0, maximum: MOMENTS - 1 })),
  together: optional(oneOf('in order', 'mixed')),
};
type Locating = Of<typeof locating>;

const ofReports = { touches: ['devices', 'licences'], isPossible: recordsLocations } as const;

export const reportRows = {
  locate: row({
    fields: locating,
    ...ofReports,
    say({ device, late, to, past, together }) {
      const mixed = together === 'mixed' ? ', the newest in the middle' : '';
      if (together) return `post several locations of device ${device} in one body${mixed}`;
      const when = past === undefined ? (late ? ' that is older than its last' : '') : ' of long ago';
      return `post a location of device ${device}${to === undefined ? '' : ` from ${to}`}${when}`;
    },
    async act(scene, step) {
      const own = scene.devices.get(step.device);
      const { deployment, supply } = scene;
      // One of the run that may be expired need not take any.
      if (!own || (own.dated && deployment.made.isDevice(own.id))) return undefined;
      requireRecords(deployment);
      const device = supply.of(own.id);
      const before = device.track ?? (await setOut(scene, own));
      const report = reportOf(scene, own, before, step);
      if (!report) return undefined;
      const { told, records = [told], as = {}, steps = before.steps } = report;
      const sample = sampleOf(deployment, 'location');
      const body = deployment.lens
        .posting('locations')
        .write(records.map(({ time, ...place }) => ({ ...sample, ...place, deviceTime: time })));
      const answer = await deployment.call('postLocations', { id: own.id, body });
      const { time, ...place } = told;
      const byProfile = takenByProfile(deployment, 'postLocations', own.id, answer);
      const taken = byProfile === undefined || saysNothing(answer) ? 'unclear' : byProfile;
      device.track = {
        ...{ ...before, steps, late: step.late, seen: undefined },
        time: Math.max(before.time, time),
        places: [...before.places, place],
        far: before.far || as.far === true,
      };
      knowsLocation(deployment, own.id, time);
      scene.located = Math.max(scene.located, time);
      supply.located = Math.max(supply.located, time);
      // A device that is to expire need not take any.
      const isDue = !step.late && !report.as && !scene.dates.has(step.device);
      if (taken === 'refused' && isDue) {
        const what = `a location (${named(place)}) was refused`;
        scene.refusal = isForContent(answer.status, deployment.profile)
          ? new Doubt(`${what} for its content`, 'samples.location')
          : new Unreached(what, 'samples.location', 'locations.purpose');
      }
      return {
        ...{ at: deployment.clock.now(), kind: 'located', device: String(own.id) },
        ...{ place: named(place), newest: !step.late, taken, ...as },
        ...(areTimed(deployment) && { time }),
      };
    },
  }),

  last: row({
    fields: { device },
    ...{ ...ofReports, ...looks, touches: ['devices', 'licences', 'looking'], answers: 'lastLocation' },
    say: (step) => `read the last location of device ${step.device}`,
    async act(scene, { device }) {
      const own = seenAs(scene, device);
      const { deployment, supply } = scene;
      const known = own && supply.of(own.id);
      if (!own || (!known?.track && !scene.foreign.has(device))) return undefined;
      requirePosition(deployment);
      const awaited = awaitedBy(deployment, known?.track);
      const look = async (): Promise<Extract<Event, { kind: 'last' }>> => {
        const { answer, place, facts } = await lastLocation(deployment, own.id);
        if (!place && (await isUnserved(deployment, answer)))
          throw new Unreached('lastLocation is not served');
        const { track } = known ?? {};
        const seen = isAt(place, track?.places.at(-1));
        if (known && track) known.track = { ...track, seen };
        const { deviceTime } = facts;
        return {
          ...{ at: deployment.clock.now(), kind: 'last', device: String(own.id) },
          place: place && nameIn(supply, own.id, place),
          ...(typeof deviceTime === 'number' && { time: deviceTime }),
        };
      };
      return lookUntil(
        scene,
        look,
        (event) => scene.explains(event) && (!awaited || event.place === named(awaited)),
      );
    },
  }),

  /** Each says another moment and text: one that comes twice may be taken once. */
  alert: row({
    fields: { device },
    ...{ touches: ['devices', 'licences'], answers: 'postAlerts', isPossible: recordsAlerts },
    say: (step) => `post an alert of device ${step.device}`,
    async act(scene, { device }) {
      const own = scene.devices.get(device);
      const { deployment, supply } = scene;
      // One of the run that may be expired need not take any.
      if (!own || (own.dated && deployment.made.isDevice(own.id)) || !supply.mayAlert()) return undefined;
      const purpose = deployment.profile.openings['alerts.purpose']?.does;
      if (purpose === undefined)
        throw new Unreached(
          'the profile does not say whether a POST of alerts records them',
          'alerts.purpose',
        );
      if (purpose === 'query') return undefined;
      // It may have been sent to people.
      supply.of(own.id).unsent = false;
      const number = ++scene.alerts;
      const { raisedAt, text, ...rest } = sampleOf(deployment, 'alert');
      const facts = {
        ...rest,
        ...(typeof raisedAt === 'number' && { raisedAt: raisedAt - MINUTE + number * 1_000 }),
        ...(typeof text === 'string' && { text: `${text} ${number}` }),
      };
      const body = deployment.lens.posting('alerts').write([facts]);
      const answer = await deployment.call('postAlerts', { id: own.id, body });
      const taken = saysNothing(answer) ? undefined : await takenBy(deployment, 'postAlerts', own.id, answer);
      if (taken === 'taken') hasTaken(deployment).alert = true;
      else if (taken === 'refused') scene.refusal = await otherCause(deployment, own, answer);
      else if (taken)
        scene.refusal = new Unreached(
          'the answer does not tell whether the alert was taken',
          'operations.envelope',
          'operations.status',
        );
      return {
        ...{ at: deployment.clock.now(), kind: 'alerted', device: String(own.id) },
        taken: taken && !scene.refusal ? taken : 'unclear',
        ...(hasPlace(body) && { placed: true }),
      };
    },
  }),
};

/** Returns whether an answer without a place is that of an operation that is not served, or not to this account. */
async function isUnserved(deployment: Deployment, answer: Answer): Promise<boolean> {
  const kind = await kindOf(deployment, 'lastLocation', answer);
  return kind === 'refused' || (kind === 'absent' && !(await saysNone(deployment, 'lastLocation', answer)));
}

/** The place that is not seen yet, and may become the last a moment later. */
function awaitedBy({ profile }: Deployment, track: Track | undefined): Place | undefined {
  if (!track || track.seen !== undefined) return undefined;
  const isPast = track.late && profile.openings['locations.order'] === 'device-time';
  return isPast ? undefined : track.places.at(-1);
}

function showsPosition({ lens }: Deployment): boolean {
  const { facts } = lens.reply('location');
  return facts.includes('latitude') && facts.includes('longitude');
}

/** Returns whether locations are recorded, and can be read. */
function recordsLocations(deployment: Deployment): boolean {
  const { 'locations.purpose': purpose } = deployment.profile.openings;
  return purpose?.does === 'record' && whereBound(false, () => showsPosition(deployment));
}

/** Places by their texts. Stores round, and convert units on the way: some hundred metres. */
export function named({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
}

/** Throws where the profile does not say that posts are recorded, or where a position is. */
function requireRecords(deployment: Deployment): void {
  requirePosition(deployment);
  const purpose = deployment.profile.openings['locations.purpose'];
  if (!purpose)
    throw new Unreached(
      'the profile does not say whether a POST of locations records them',
      'locations.purpose',
    );
  if (purpose.does !== 'record') throw new Unreached('a POST of locations records none');
}

function requirePosition(deployment: Deployment): void {
  if (!showsPosition(deployment))
    throw new Unreached('the profile does not say where latitude and longitude are', 'records.location');
}

/** Tells whether reports have a time of their own; without one none is late, and the newest is the one that came last. */
function areTimed({ lens }: Deployment): boolean {
  return lens.record('location').facts.includes('deviceTime');
}

/** The beginning of the way of a device: one that was used before goes on from where it was. */
async function setOut({ deployment }: Scene, { id, fresh, road }: SceneDevice): Promise<Track> {
  const time = Math.floor(deployment.clock.now() / SECOND) * SECOND - AGO - BETWEEN;
  const track = { steps: 0, places: [], far: false };
  if (fresh) return { ...track, start: roadOf(deployment, road), time };
  const { place, facts } = await lastLocation(deployment, id);
  const start = besides(place ?? sampledPlace(deployment.profile), road);
  return { ...track, start, time: Math.max(time, facts.deviceTime ?? 0) };
}

/** The report of a step; `undefined` where there is none now. */
function reportOf(scene: Scene, { id }: SceneDevice, before: Track, step: Locating): Report | undefined {
  const { deployment, supply } = scene;
  const { start, places } = before;
  const now = deployment.clock.now();
  const isOwn = deployment.made.isDevice(id);
  const isTimed = areTimed(deployment);
  // From far away it cannot have come here.
  const far = before.far ? { as: { far: true as const } } : {};
  if (step.past !== undefined) {
    const moment = pastMoments(deployment, now - AGO)[step.past];
    // If the first of them is not taken, no other that is as old is sent.
    const isTaken = step.past === 0 || before.seen === true;
    if (!isOwn || !isTimed || !moment || before.steps > 0 || !isTaken) return undefined;
    const past = moment.isOrdinary ? ('ordinary' as const) : ('known' as const);
    return { told: { ...aside(start, step.past + 1), time: moment.time }, as: { past } };
  }
  if (step.late) {
    const told = { ...aside(along(start, before.steps), 1), time: before.time - LATE };
    return places.length === 0 || !isTimed ? undefined : { told, ...far };
  }
  const steps = before.steps + 1;
  const time = step.now
    ? latest(before.time, supply.located, now)
    : timeAfter(before.time, scene.located, now, steps);
  if (time === undefined) return undefined;
  const { to = 'the next place', together } = step;
  if (together) return severalOf(deployment, before, time, together);
  if (to === 'the next place') return { told: { ...along(start, steps), time }, steps, ...far };
  if (to === 'the same place') {
    const [stays, later] = [places.at(-1), before.time + STAY * BETWEEN];
    return stays && later <= now
      ? { told: { ...stays, time: later }, as: { again: true, ...far.as } }
      : undefined;
  }
  // A report of a device that is not the run's own stays in its history: nothing that is not near.
  const { latitude, longitude }: ReportPlace = reportPlaces[to];
  return isOwn ? { told: { latitude, longitude, time }, steps, as: { far: true } } : undefined;
}

/** Newer than all that the run has posted, as far as it does not lie ahead. */
function latest(own: EpochMs, located: EpochMs, now: EpochMs): EpochMs | undefined {
  const time = Math.min(now, Math.max(now - JUST_NOW, located + SECOND, own + BETWEEN));
  return time > own ? time : undefined;
}

/** Newer than what this device has posted, and if there is time for it than what others of the history have: `undefined` where there is none. */
function timeAfter(own: EpochMs, located: EpochMs, now: EpochMs, steps: number): EpochMs | undefined {
  const least = Math.floor(own / SECOND) * SECOND + BETWEEN;
  const most = Math.floor(located / SECOND) * SECOND + SECOND;
  const time =
    (most > least && most <= now - AGO / 2 ? most : least) + itemAt(FRACTIONS, steps % FRACTIONS.length);
  return time <= now ? time : undefined;
}

/** Several in one body; `mixed`: the newest in the middle, where the newest is the last. */
function severalOf(
  deployment: Deployment,
  { start, steps, far }: Track,
  first: EpochMs,
  together: NonNullable<Locating['together']>,
): Report | undefined {
  const isByTime = areTimed(deployment) && deployment.profile.openings['locations.order'] === 'device-time';
  const isDue = together === 'mixed' ? isByTime : !isByTime || deployment.thorough;
  if (!isDue || !deployment.lens.posting('locations').takesMany) return undefined;
  const inOrder = Array.from({ length: SEVERAL }, (_, place) => ({
    ...along(start, steps + place + 1),
    time: first + place * BETWEEN,
  }));
  const told = itemAt(inOrder, SEVERAL - 1);
  if (told.time > deployment.clock.now()) return undefined;
  const [oldest, ...others] = inOrder;
  const records = together === 'mixed' && oldest ? [oldest, ...others.reverse()] : inOrder;
  return { told, records, steps: steps + SEVERAL, ...(far && { as: { far: true } }) };
}

/** The name of a place that is read: that of one which was posted, as far as stores round. */
function nameIn(supply: DeviceSupply, id: AnyId, place: Place): string {
  const own = (supply.of(id).track?.places ?? []).toReversed();
  const posted =
    own.find((one) => isAt(place, one)) ??
    own.find((one) => isRounded(place, one)) ??
    supply.tracks.flatMap(({ places }) => places).find((one) => isAt(place, one));
  return named(posted ?? place);
}

/** The cause that a refused alert may have beside the rule; `undefined` where there is none. */
async function otherCause(
  deployment: Deployment,
  { id, dated }: SceneDevice,
  answer: Answer,
): Promise<Unreached | undefined> {
  const { 'auth.roles': roles } = deployment.profile.openings;
  if (!roles)
    return new Unreached('the alert was refused; the token may not be allowed to post any', 'auth.roles');
  const corrupted = await deployment.call('postAlerts', { id, body: {} });
  const isAlike = corrupted.fingerprint === answer.fingerprint;
  // It may take only kinds of its own, until it has taken one of this kind.
  if (isAlike && !deployment.profile.samples?.alert && !hasTaken(deployment).alert)
    return new Unreached('the alert was refused like a malformed one', 'samples.alert');
  // If a bad body is refused in another way, this may be about the token, which may have become invalid meanwhile.
  if (!isAlike && answer.fingerprint === (await refusalLook(deployment)))
    return new Unreached('the alert was refused as a request without a token is');
  if (dated && (await licenceOf(deployment, id)) !== 'used')
    return new Unreached('the alert was refused; its device may be expired');
  return undefined;
}

/** Returns whether alerts are recorded, the account may post them, and it is known how. */
function recordsAlerts(deployment: Deployment): boolean {
  const { 'alerts.purpose': purpose, 'auth.roles': roles } = deployment.profile.openings;
  const recorded = purpose?.does === 'record' && roles?.mayNotCall.includes('postAlerts') !== true;
  return recorded && whereBound(false, () => deployment.lens.record('alert').facts.length > 0);
}

/** A device that raises an alert somewhere may well be there: then the alert has a fraction of a degree in it. */
function hasPlace(body: Json): boolean {
  if (typeof body === 'number') return !Number.isInteger(body);
  return typeof body === 'object' && body !== null && Object.values(body).some(hasPlace);
}

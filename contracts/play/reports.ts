/** Steps by which devices report where they are, and by which that is read. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { sampledPlace } from '../deployment/probing/posts.ts';
import { isForContent, readsAsRefusal } from '../deployment/reading/answers.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import type { Event } from '../judge/event.ts';
import { MINUTE, SECOND } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import { type ReportPlace, reportPlaces } from '../specification/dangers/reports.ts';
import { isUnserved } from './absence.ts';
import { pastMoments } from './past.ts';
import { isAt, isRounded, lastLocation, type Place } from './places.ts';
import { along, aside, besides, roadOf } from './roads.ts';
import { sampleOf } from './samples.ts';
import { type Came, Doubt, lookUntil, type Scene, type SceneDevice, seenAs } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';
import type { Track } from './supply.ts';
import { knownLooks, lookOf } from './taken.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

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

type Looked = Extract<Event, { kind: 'last' }>;

/** The report of a device: where it was, and when. */
interface Report {
  /** In the order in which they are sent. */
  readonly records: readonly (Place & { readonly time: EpochMs })[];
  /** The newest of them, and how it is told of. */
  readonly told: Place & { readonly time: EpochMs };
  readonly as?: { readonly far?: true; readonly again?: true; readonly past?: 'ordinary' | 'known' };
  /** The track afterwards. */
  readonly steps: number;
  readonly far?: boolean;
}

export const reportActs = {
  async locate(scene: Scene, step: Of<'locate'>): Promise<Came> {
    const own = scene.devices.get(step.device);
    const { deployment, supply } = scene;
    // One of the run that may be expired need not take any.
    if (!own || (own.dated && deployment.made.isDevice(own.id))) return undefined;
    requireRecords(deployment);
    const before = supply.tracks.get(own.id) ?? (await setOut(scene, own));
    const report = reportOf(scene, own, before, step);
    if (!report) return undefined;
    const { told, records, as = {} } = report;
    const sample = sampleOf(deployment, 'location');
    const body = deployment.lens
      .posting('locations')
      .write(records.map(({ time, ...place }) => ({ ...sample, ...place, deviceTime: time })));
    const answer = await deployment.call('postLocations', { id: own.id, body });
    const { time, ...place } = told;
    const taken = takenBy(deployment, own.id, answer);
    supply.tracks.set(own.id, {
      ...before,
      time: Math.max(before.time, time),
      steps: report.steps,
      places: [...before.places, place],
      far: report.far ?? before.far,
      late: step.late,
      seen: undefined,
      look: taken === 'unclear' ? lookOf('postLocations', answer) : undefined,
    });
    deployment.probes.knowsLocation(own.id, time);
    scene.located = Math.max(scene.located, time);
    supply.located = Math.max(supply.located, time);
    // A device that is to expire need not take any.
    const isDue = !step.late && !report.as && !scene.dates.has(step.device);
    if (taken === 'refused' && isDue) scene.refusal = refusalOf(deployment, answer, place);
    return {
      ...{ at: deployment.clock.now(), kind: 'located', device: String(own.id) },
      ...{ place: named(place), newest: !step.late, taken, ...as },
      ...(areTimed(deployment) && { time }),
    };
  },

  async last(scene: Scene, { device }: Of<'last'>): Promise<Came> {
    const own = seenAs(scene, device);
    if (!own || (!scene.supply.tracks.has(own.id) && !scene.foreign.has(device))) return undefined;
    const { deployment, supply } = scene;
    requirePosition(deployment);
    const look = async (): Promise<Looked> => {
      const { answer, place, facts } = await lastLocation(deployment, own.id);
      if (!place && (await isUnserved(deployment, 'lastLocation', answer)))
        throw new Unreached('lastLocation is not served');
      const track = supply.tracks.get(own.id);
      const seen = isAt(place, track?.places.at(-1));
      if (track) supply.tracks.set(own.id, { ...track, seen });
      // An answer like that to the last post is one to a location that is taken.
      if (seen && track?.look !== undefined) knownLooks(deployment).set(track.look, 'taken');
      const { deviceTime } = facts;
      return {
        ...{ at: deployment.clock.now(), kind: 'last', device: String(own.id) },
        place: place && nameIn(supply.tracks, own.id, place),
        ...(typeof deviceTime === 'number' && { time: deviceTime }),
      };
    };
    const awaited = awaitedBy(deployment, supply.tracks.get(own.id));
    const isThere = ({ place }: Looked) => awaited === undefined || place === named(awaited);
    return lookUntil(scene, look, (event) => scene.explains(event) && isThere(event));
  },
};

/** The place that is not seen yet, and may become the last a moment later. */
function awaitedBy(deployment: Deployment, track: Track | undefined): Place | undefined {
  if (!track || track.seen !== undefined) return undefined;
  const isPast = track.late && deployment.profile.openings['locations.order'] === 'device-time';
  return isPast ? undefined : track.places.at(-1);
}

/** Returns whether locations are recorded, and can be read. */
export function recordsLocations(deployment: Deployment): boolean {
  return whereBound(false, () => {
    const { facts } = deployment.lens.reply('location');
    const recorded = deployment.profile.openings['locations.purpose']?.does === 'record';
    return recorded && facts.includes('latitude') && facts.includes('longitude');
  });
}

/** Places by their texts. Stores round, and convert units on the way: some hundred metres. */
export function named({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
}

/** Throws where the profile does not say that posts are recorded, or where a position is. */
function requireRecords(deployment: Deployment): void {
  requirePosition(deployment);
  const purpose = deployment.profile.openings['locations.purpose'];
  if (purpose?.does === 'record') return;
  if (!purpose)
    throw new Unreached('whether a POST of locations records them is not said', 'locations.purpose');
  throw new Unreached('a POST of locations records none');
}

function requirePosition({ lens }: Deployment): void {
  const { facts } = lens.reply('location');
  if (facts.includes('latitude') && facts.includes('longitude')) return;
  throw new Unreached('the profile does not say where latitude and longitude are', 'records.location');
}

/** Where a report has no time of its own none is late, and the newest is the one that came last. */
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
function reportOf(scene: Scene, { id }: SceneDevice, before: Track, step: Of<'locate'>): Report | undefined {
  const { deployment, supply } = scene;
  const { start } = before;
  const isOwn = deployment.made.isDevice(id);
  const isTimed = areTimed(deployment);
  const one = (
    place: Place,
    time: EpochMs,
    steps: number,
    more: Pick<Report, 'as' | 'far'> = {},
  ): Report => ({
    records: [{ ...place, time }],
    told: { ...place, time },
    steps,
    // From far away it cannot have come here.
    ...(before.far && { as: { far: true as const } }),
    ...more,
  });
  const now = deployment.clock.now();
  if (step.past !== undefined) {
    const moment = pastMoments(deployment, now - AGO)[step.past];
    // Where the first of them is not taken none is sent that is as old.
    const isTaken = step.past === 0 || before.seen === true;
    if (!isOwn || !isTimed || !moment || before.steps > 0 || !isTaken) return undefined;
    const as = { past: moment.isOrdinary ? ('ordinary' as const) : ('known' as const) };
    return one(aside(start, step.past + 1), moment.time, before.steps, { as });
  }
  if (step.late) {
    if (before.places.length === 0 || !isTimed) return undefined;
    return one(aside(along(start, before.steps), 1), before.time - LATE, before.steps);
  }
  const next = before.steps + 1;
  const later = step.now
    ? latest(before.time, supply.located, now)
    : timeAfter(before.time, scene.located, now, next);
  if (later === undefined) return undefined;
  const { to = 'the next place', together } = step;
  if (together) return severalOf(deployment, before, later, together);
  if (to === 'the next place') return one(along(start, next), later, next);
  const stays = before.places.at(-1);
  if (to === 'the same place')
    return stays && before.time + STAY * BETWEEN <= now
      ? one(stays, before.time + STAY * BETWEEN, before.steps, {
          as: { again: true, ...(before.far && { far: true }) },
        })
      : undefined;
  // A report of a device that is not the run's own stays in its history: nothing that is not near.
  const { latitude, longitude }: ReportPlace = reportPlaces[to];
  return isOwn ? one({ latitude, longitude }, later, next, { as: { far: true }, far: true }) : undefined;
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
  together: NonNullable<Of<'locate'>['together']>,
): Report | undefined {
  const isByTime = areTimed(deployment) && deployment.profile.openings['locations.order'] === 'device-time';
  const isDue = together === 'mixed' ? isByTime : !isByTime || deployment.thorough;
  if (!isDue || !deployment.lens.posting('locations').takesMany) return undefined;
  const inOrder = Array.from({ length: SEVERAL }, (_, place) => ({
    ...along(start, steps + place + 1),
    time: first + place * BETWEEN,
  }));
  if (itemAt(inOrder, SEVERAL - 1).time > deployment.clock.now()) return undefined;
  const told = itemAt(inOrder, SEVERAL - 1);
  const [oldest, ...others] = inOrder;
  const records = together === 'mixed' && oldest ? [oldest, ...others.reverse()] : inOrder;
  return { records, told, steps: steps + SEVERAL, ...(far && { as: { far: true } }) };
}

function takenBy(deployment: Deployment, id: AnyId, answer: Answer): 'taken' | 'refused' | 'unclear' {
  if (deployment.probes.shows({ operation: 'postLocations', answer, id, good: true })) return 'taken';
  if (saysNothing(answer)) return 'unclear';
  if (readsAsRefusal(deployment, answer)) return 'refused';
  return knownLooks(deployment).get(lookOf('postLocations', answer)) === 'taken' ? 'taken' : 'unclear';
}

function refusalOf(deployment: Deployment, { status }: Answer, place: Place): Unreached {
  const what = `a location (${named(place)}) was refused`;
  if (isForContent(status, deployment.profile))
    return new Doubt(`${what} for its content`, 'samples.location');
  return new Unreached(what, 'samples.location', 'locations.purpose');
}

/** The name of a place that is read: that of one which was posted, as far as stores round. */
function nameIn(tracks: ReadonlyMap<AnyId, Track>, id: AnyId, place: Place): string {
  const own = (tracks.get(id)?.places ?? []).toReversed();
  const others = [...tracks.values()].flatMap(({ places }) => places);
  const posted =
    own.find((one) => isAt(place, one)) ??
    own.find((one) => isRounded(place, one)) ??
    others.find((one) => isAt(place, one));
  return named(posted ?? place);
}

/** Two devices that report where they are, in turn: lived once in a run, and looked at by the rules of locations. */
import { itemAt } from '../../../kit/items.ts';
import type { Json } from '../../../kit/json.ts';
import type { AnyId, EpochMs } from '../../../profile/facts.ts';
import { reportPlaces } from '../../../specification/dangers/reports.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { Unreached } from '../../finding.ts';
import { breakOffIn } from '../../transport/failures.ts';
import { firstListed, nextTo } from './near.ts';
import { ownDevices } from './own.ts';
import { pastMoments } from './past.ts';
import {
  equatorRoad,
  eventuallyAt,
  farRoad,
  isAt,
  type Located,
  lastLocation,
  type Place,
  STEP,
} from './places.ts';
import { sampleOf } from './samples.ts';

const STEP_TIME = 30_000;
/** Before the moment of the journey, so that every report of it lies in the past. */
const AGO = 20 * STEP_TIME;
/** How late a location is that arrives after newer ones. */
const LATE = 10 * STEP_TIME;

export interface Stage {
  /** What was posted, in words. */
  does: string;
  /** On a road, as a vehicle drives; a jump to elsewhere may be dropped as impossible. */
  kind: 'road' | 'jump' | 'late' | 'again' | 'past' | 'ordinary past';
  id: AnyId;
  place: Place;
  time: EpochMs;
  body: Json;
  answer: Answer;
  before: Located;
  last: Located;
  /** Devices that it was not posted for. */
  others: readonly { id: AnyId; before: Located; after: Located }[];
}

export interface Journey {
  stages: Stage[];
  /** Why the other device did not take part. */
  alone: Unreached | undefined;
  /** What ended the journey early. */
  ended: unknown;
}

export function journeyOf(context: CaseContext): Promise<Journey> {
  return context.shared('the journey of two devices', () => travel(context));
}

/** A device that is looked at. */
interface Watched {
  id: AnyId;
  last: Located;
}

/** A device on its way. */
interface Traveller extends Watched {
  start: Place;
  /** Steps that it has taken. */
  steps: number;
  time: EpochMs;
}

async function travel(context: CaseContext): Promise<Journey> {
  const journey: Journey = { stages: [], alone: undefined, ended: undefined };
  const devices = await ownDevices(context, 2).catch(async (error: unknown) => {
    if (!(error instanceof Unreached) || breakOffIn(error)) throw error;
    journey.alone = error;
    return ownDevices(context, 1);
  });
  const one = await depart(context, itemAt(devices, 0), equatorRoad(context.chance));
  const other =
    devices[1] === undefined ? undefined : await depart(context, devices[1], farRoad(context.chance));
  try {
    await drive(context, one, other, journey.stages);
  } catch (error) {
    if (journey.stages.length === 0) throw error;
    journey.ended = error;
  }
  return journey;
}

async function drive(
  context: CaseContext,
  one: Traveller,
  other: Traveller | undefined,
  stages: Stage[],
): Promise<void> {
  const made = context.controls.has('createDevice');
  if (made && areTimed(context)) await reportPast(context, other ?? one, stages);
  const others = [...(other ? [other] : []), ...(await neighbours(context, one, other))];
  stages.push(await post(context, one, others, { does: 'the second of two locations', count: 2 }));
  if (other)
    stages.push(
      await post(context, other, [one], { does: 'the first location of another device', count: 1 }),
    );
  if (made) await raiseAlert(context, one);
  const third = { does: 'a third location, after an alert', count: 1 };
  stages.push(await post(context, one, other ? [other] : [], third));
  stages.push(await stay(context, one));
  if (context.lens.posting('locations').takesMany) stages.push(...(await postTogether(context, one)));
  // What is posted of a device that is not the run's own stays in its history: nothing that is not near.
  if (!made) return;
  const jumping = other ?? one;
  for (const place of Object.values(reportPlaces)) stages.push(await jump(context, jumping, place));
  if (!areTimed(context)) return;
  stages.push(await late(context, one));
  stages.push(await post(context, one, [], { does: 'a location after a late one', count: 1 }));
}

/** Where a report has no time of its own none is late, and the newest is the one that came last. */
function areTimed(context: CaseContext): boolean {
  return context.lens.record('location').facts.includes('deviceTime');
}

/**
 * A device that has not reported yet sends where it was long ago. Where the first of these reports is not taken, none is sent
 * that is as old.
 */
async function reportPast(context: CaseContext, traveller: Traveller, stages: Stage[]): Promise<void> {
  if (traveller.last.place !== undefined) return;
  for (const [number, { what, time, isOrdinary }] of pastMoments(context, traveller.time).entries()) {
    const place = {
      latitude: traveller.start.latitude,
      longitude: round(traveller.start.longitude + STEP * (number + 1)),
    };
    const sent = await send(context, traveller.id, [{ ...place, time }]);
    const kind = isOrdinary ? 'ordinary past' : 'past';
    const stage = await arrived(context, traveller, {
      does: `a location of ${what}`,
      kind,
      place,
      time,
      ...sent,
    });
    stages.push(stage);
    if (isOrdinary && !isAt(stage.last.place, place)) return;
  }
}

/** Some deployments keep no more than the minute of a time. */
const STAY = 4;

/** The same place again, some minutes later. */
async function stay(context: CaseContext, traveller: Traveller): Promise<Stage> {
  const { id, last: before } = traveller;
  const place = before.place ?? traveller.start;
  const [time = traveller.time] = Array.from({ length: STAY }, () => nextStep(traveller).time).slice(-1);
  const sent = await send(context, id, [{ ...place, time }]);
  const isNews = ({ facts }: Located) => facts.deviceTime !== before.facts.deviceTime;
  traveller.last = await context.eventually(() => lastLocation(context, id), isNews);
  const does = 'the same place as before, later,';
  return { does, kind: 'again', id, place, time, ...sent, before, last: traveller.last, others: [] };
}

/** An alert of a device that the run made does not move it. */
async function raiseAlert(context: CaseContext, { id }: Traveller): Promise<void> {
  if (context.profile.openings['alerts.purpose']?.does !== 'record') return;
  const body = context.lens.posting('alerts').write([sampleOf(context, 'alert')]);
  await context.call('postAlerts', { id, body });
}

/**
 * The devices that are beside one in the list, or were made before and after it, and the first of the list, as they are;
 * they are only read.
 */
async function neighbours(
  context: CaseContext,
  { id }: Traveller,
  other: Traveller | undefined,
): Promise<Watched[]> {
  const first = await firstListed(context);
  const ids = new Map(
    [...(await nextTo(context, id)), ...(first === undefined ? [] : [first])].map((one) => [
      String(one),
      one,
    ]),
  );
  for (const traveller of [id, other?.id]) ids.delete(String(traveller));
  const watched: Watched[] = [];
  for (const near of ids.values()) watched.push({ id: near, last: await lastLocation(context, near) });
  return watched;
}

/** Where a device sets out: from where it was, from the place of the sample, or on a road of its own. */
async function depart(context: CaseContext, id: AnyId, road: Place): Promise<Traveller> {
  const last = await lastLocation(context, id);
  const { latitude, longitude } = context.profile.samples?.location ?? {};
  const sample =
    typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
  const was = last.place && last.place.latitude > -89 ? last.place : undefined;
  const known = !context.controls.has('createDevice');
  const near = sample ?? (known ? sampled(context) : road);
  const now = Math.floor(context.clock.now() / 1000) * 1000;
  const earliest = Math.floor((last.facts.deviceTime ?? 0) / 1000) * 1000 + 1000;
  return { id, start: was ?? near, steps: was ? 1 : 0, time: Math.max(now - AGO, earliest), last };
}

function sampled(context: CaseContext): Place {
  const { latitude, longitude } = sampleOf(context, 'location');
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Several in one body, the newest among them where that is the last one; otherwise at its end, as in a thorough run too. */
async function postTogether(context: CaseContext, traveller: Traveller): Promise<Stage[]> {
  const post3 = (where: string, together: Together) =>
    post(context, traveller, [], { does: `the ${where}`, count: 3, together });
  const isByTime = areTimed(context) && context.profile.openings['locations.order'] === 'device-time';
  return [
    ...(isByTime && !context.thorough
      ? []
      : [await post3('last of three locations in one body', 'in order')]),
    ...(isByTime ? [await post3('newest of three locations, in the middle of one body', 'mixed')] : []),
  ];
}

type Together = 'in order' | 'mixed';

/** Posts so many steps of a device: each in a body of its own, or `together` in one. */
async function post(
  context: CaseContext,
  traveller: Traveller,
  others: readonly Watched[],
  { does, count, together }: { does: string; count: number; together?: Together },
): Promise<Stage> {
  const { id } = traveller;
  const steps = Array.from({ length: count }, () => nextStep(traveller));
  const { time, ...place } = itemAt(steps, count - 1);
  if (together === 'mixed') steps.push(...steps.splice(1, 1));
  const batches = together ? [steps] : steps.map((step) => [step]);
  let sent: { body: Json; answer: Answer } | undefined;
  for (const batch of batches) sent = await send(context, id, batch);
  if (!sent) throw new RangeError('A stage has at least one step.');
  const stage = await arrived(context, traveller, { does, kind: 'road', place, time, ...sent });
  const seen: Stage['others'][number][] = [];
  for (const other of others) seen.push(await lookAt(context, other, place));
  return { ...stage, others: seen };
}

/** What is seen of a device once it has sent where it is. */
async function arrived(
  context: CaseContext,
  traveller: Traveller,
  sent: Omit<Stage, 'id' | 'before' | 'last' | 'others'>,
): Promise<Stage> {
  const { id, last: before } = traveller;
  traveller.last = await eventuallyAt(context, id, sent.place);
  return { ...sent, id, before, last: traveller.last, others: [] };
}

async function jump(
  context: CaseContext,
  traveller: Traveller,
  { latitude, longitude }: Place,
): Promise<Stage> {
  const place = { latitude, longitude };
  const { time } = nextStep(traveller);
  const sent = await send(context, traveller.id, [{ ...place, time }]);
  return arrived(context, traveller, { does: 'a location far away', kind: 'jump', place, time, ...sent });
}

/** A location that is older than the newest. */
async function late(context: CaseContext, traveller: Traveller): Promise<Stage> {
  const { id, last: before } = traveller;
  const time = traveller.time - LATE;
  const place = {
    latitude: traveller.start.latitude + STEP / 2,
    longitude: traveller.start.longitude + STEP,
  };
  const sent = await send(context, id, [{ ...place, time }]);
  // One that is not to become the last is not waited for.
  const waits = context.profile.openings['locations.order'] !== 'device-time';
  const last = waits ? await eventuallyAt(context, id, place) : await lastLocation(context, id);
  return { does: 'a late location', kind: 'late', id, place, time, ...sent, before, last, others: [] };
}

async function lookAt(context: CaseContext, other: Watched, place: Place): Promise<Stage['others'][number]> {
  const { id, last: before } = other;
  const after = await (before.place ? eventuallyAt(context, id, before.place) : lastLocation(context, id));
  // What was just posted elsewhere, or was there before, is no news: anything else may need its time.
  if (!isAt(after.place, place)) other.last = after;
  return { id, before, after };
}

/** The next place on the road south, each later than anything before it; some times have a fraction of a second. */
function nextStep(traveller: Traveller): Place & { time: EpochMs } {
  const { start } = traveller;
  const south = start.latitude > -89 ? -STEP : STEP;
  const latitude = round(start.latitude + south * traveller.steps);
  const fraction = [0, 80, 500, 999][traveller.steps % 4] ?? 0;
  traveller.steps++;
  traveller.time += STEP_TIME;
  return { latitude, longitude: start.longitude, time: traveller.time + fraction };
}

/** Without the dust of sums: 0 is 0. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

async function send(
  context: CaseContext,
  id: AnyId,
  steps: readonly (Place & { time: EpochMs })[],
): Promise<{ body: Json; answer: Answer }> {
  const sample = sampleOf(context, 'location');
  const records = steps.map(({ time, ...place }) => ({ ...sample, ...place, deviceTime: time }));
  const body = context.lens.posting('locations').write(records);
  return { body, answer: await context.call('postLocations', { id, body }) };
}

/** Where a device was last, and what becomes of a location that is posted. */
import { HOUR, MINUTE, SECOND } from '../../../kit/durations.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect, Unreached } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { isForContent } from '../../reading/refused-for.ts';
import { wasAccepted } from '../accepted.ts';
import { type Journey, journeyOf, type Stage } from './journey.ts';
import { isAt, isOnEarth, isRounded, type Place, readPlace, requirePosition, tellPlace } from './places.ts';

/** The journey of two devices, which two rules look at. */
const shared = [{ key: 'journey', requests: 69, creates: ['device', 'device'] }] as const;

export const locationCases = {
  'devices/last-location-of-device': {
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(context) {
      requirePosition(context);
      // Of a device that the run has posted a location of, where it could.
      const { answer, good: located } = await context.probes.served('lastLocation');
      const { place } = readPlace(context, answer);
      if (place) return judgePlace(answer, place);
      if (!located)
        return inconclusive('No known device has a location.', 'known.device', 'locations.purpose');
      return fail('the last location of a device that has one', describeAnswer(answer), answer);
    },
  },
  'devices/posted-location-becomes-last': {
    touches: 'device',
    cost: { requests: 0, shared },
    async judge(context) {
      const journey = await recorded(context);
      if ('verdict' in journey) return journey;
      const findings: Finding[] = [];
      for (const stage of journey.stages) {
        const finding =
          stage.kind === 'late' ? noteLate(context, stage) : await judgeStage(context, stage, journey.stages);
        if (finding?.verdict === 'fail') return finding;
        if (finding) findings.push(finding);
      }
      noteShifted(context, journey.stages);
      if (journey.ended) throw journey.ended;
      const seen = (wanted: Finding['verdict']) => findings.find(({ verdict }) => verdict === wanted);
      const taken = seen('pass');
      const refused = seen('suspect');
      if (refused && !taken) return notTaken('was refused');
      return refused ?? taken ?? findings[0] ?? inconclusive('No location was posted.');
    },
  },
  'devices/location-is-own': {
    touches: 'device',
    cost: { requests: 0, shared },
    async judge(context) {
      const journey = await recorded(context);
      if ('verdict' in journey) return journey;
      if (journey.alone) throw journey.alone;
      const seen = journey.stages.filter(({ others }) => others.length > 0);
      for (const { id, place, answer, others } of seen) {
        const other = others.find(
          ({ before, after }) => isAt(after.place, place) && !isAt(before.place, place),
        );
        if (!other) continue;
        return fail(
          `the location of the device ${id} (${tellPlace(place)}) to become that of no other`,
          `it is the last location of the device ${other.id}`,
          other.before.answer,
          answer,
          other.after.answer,
        );
      }
      const moved = findMoved(context, seen);
      if (moved) return moved;
      const shown = seen.filter(({ place, last }) => isAt(last.place, place));
      if (shown.length === 0 && journey.ended) throw journey.ended;
      if (shown.length === 0) return inconclusive('No posted location became the last of its device.');
      return pass(
        'A location that was posted for one device became that of no other.',
        ...shown.flatMap(({ answer, others }) => [answer, ...others.map(({ after }) => after.answer)]),
      );
    },
  },
} satisfies Cases;

/** A device that the run made, and that was elsewhere once a location was posted for another. */
function findMoved(context: CaseContext, stages: readonly Stage[]): Finding | undefined {
  for (const { id, answer, others } of stages)
    for (const { id: other, before, after } of others) {
      const isKnown = before.place !== undefined && isOnEarth(before.place);
      if (!isKnown || isAt(after.place, before.place) || !context.controls.isMade(other)) continue;
      return fail(
        `the device ${other} to stay at ${tellPlace(before.place)} when a location of the device ${id} is posted`,
        tellPlace(after.place),
        before.answer,
        answer,
        after.answer,
      );
    }
  return undefined;
}

/** The journey, where posting records. */
async function recorded(context: CaseContext): Promise<Journey | Finding> {
  const purpose = context.profile.openings['locations.purpose']?.does;
  if (purpose === 'query')
    return notApplicable('The profile says that a POST of locations asks for a range.');
  if (purpose === undefined)
    throw new Unreached('whether a POST of locations records them is not said', 'locations.purpose');
  requirePosition(context);
  return journeyOf(context);
}

async function judgeStage(
  context: CaseContext,
  stage: Stage,
  stages: readonly Stage[],
): Promise<Finding | undefined> {
  const { does, kind, place, answer, before, last } = stage;
  if (isAt(last.place, place)) {
    const otherTime = await ofAnotherTime(context, stage, stages);
    if (otherTime || kind === 'again') return otherTime;
    const seen = { observed: 'a POST records a location', pinned: 'record', holds: true };
    context.observe('locations.purpose', seen, answer, last.answer);
    return pass('Each location that was posted became the last one.', answer, last.answer);
  }
  // A jump that no vehicle can make may be dropped; a place that is neither the old nor the new one was made up.
  const isNone = last.facts.latitude === undefined && last.facts.longitude === undefined;
  if (kind === 'jump' && (isAt(last.place, before.place) || isNone)) return undefined;
  if (isRounded(last.place, place)) return undefined;
  // Reports may be too old to be taken, or to become the last.
  if (kind === 'ordinary past') return undefined;
  const taken = await wasAccepted(context, 'postLocations', stage);
  if (taken !== 'taken') {
    if (taken === 'refused' && kind === 'road' && isForContent(answer.status, context.profile))
      return suspect(`${does} (${tellPlace(place)}) was refused for its content, unlike others.`, answer);
    if (kind === 'past') return undefined;
    const why = taken === 'refused' ? 'was refused' : 'is answered alike whether it is taken or not';
    return notTaken(why);
  }
  return fail(
    `${does} (${tellPlace(place)}) to be the last that was posted`,
    tellPlace(last.place),
    answer,
    last.answer,
  );
}

/** Summer time is apart from winter by so much at most. */
const SUMMER = 2 * HOUR;

/** A place of the past, or that it still is at, with another time than the one that was sent with it: by more than a zone. */
async function ofAnotherTime(
  context: CaseContext,
  stage: Stage,
  stages: readonly Stage[],
): Promise<Finding | undefined> {
  const { does, kind, time, answer, before, last } = stage;
  if (kind !== 'past' && kind !== 'again') return undefined;
  const shown = last.facts.deviceTime;
  // How the deployment writes times otherwise than the profile says shows at one that nothing is known of.
  const usual = stages.find((one) => one.kind === (kind === 'past' ? 'ordinary past' : 'road'));
  const usually = usual?.last.facts.deviceTime;
  if (typeof shown !== 'number' || !usual || typeof usually !== 'number') return undefined;
  const off = Math.abs(shown - time - (usually - usual.time));
  const past = off % ZONE_STEP;
  const isSummer = off <= SUMMER + CUT_OFF && Math.min(past, ZONE_STEP - past) <= CUT_OFF;
  const isAsBefore = shown === before.facts.deviceTime;
  if (off <= CUT_OFF || (kind === 'again' ? !isAsBefore : isSummer)) return undefined;
  if ((await wasAccepted(context, 'postLocations', stage)) !== 'taken') return undefined;
  return fail(
    `${does} to be the last that was posted, of ${new Date(time).toISOString()}`,
    new Date(shown).toISOString(),
    answer,
    last.answer,
  );
}

function notTaken(why: string): Finding {
  return inconclusive(`The location that was posted ${why}.`, 'samples.location', 'locations.purpose');
}

/** Which location is the last when one comes late is open. */
function noteLate(context: CaseContext, { place, before, answer, last }: Stage): undefined {
  if (isAt(last.place, place)) context.observe('locations.order', 'received', answer, last.answer);
  else if (isAt(last.place, before.place))
    context.observe('locations.order', 'device-time', answer, last.answer);
}

/** Zones are apart by so much, or a multiple of it. */
const ZONE_STEP = 15 * MINUTE;
/** What a store cuts off a time. */
const CUT_OFF = 2 * SECOND;

/** Times of locations that come back shifted alike by the offset of a zone are written otherwise than the profile says. */
function noteShifted(context: CaseContext, stages: readonly Stage[]): void {
  const seen = stages.flatMap(({ kind, place, time, last }) => {
    const { deviceTime } = last.facts;
    if (kind !== 'road' || !isAt(last.place, place) || typeof deviceTime !== 'number') return [];
    return [{ steps: Math.round((deviceTime - time) / ZONE_STEP), off: deviceTime - time, last }];
  });
  const [first, ...others] = seen;
  if (!first || first.steps === 0 || others.length === 0) return;
  const isZone = ({ steps, off }: typeof first) =>
    steps === first.steps && Math.abs(off - steps * ZONE_STEP) <= CUT_OFF;
  if (!seen.every(isZone)) return;
  const minutes = (first.steps * ZONE_STEP) / MINUTE;
  const observed = `the own times of locations come back ${Math.abs(minutes)} minutes ${minutes < 0 ? 'early' : 'late'}`;
  const pinned = 'as they were sent';
  context.observe('records.time', { observed, pinned, holds: false }, ...seen.map(({ last }) => last.answer));
}

function judgePlace(answer: Answer, place: Place): Finding {
  if (isOnEarth(place)) return pass(`The last location is a position on earth: ${tellPlace(place)}.`, answer);
  return fail('a position on earth', tellPlace(place), answer);
}

/** What the following days do to a device at its limit, and to one that left some of its limit (sections 2 and 8). */
import { HOUR } from '../../../kit/durations.ts';
import type { EpochMs } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import { fail, type HasExchange, inconclusive, pass, Unreached } from '../../finding.ts';
import { DAY_END_MARGIN, presentDayEnd } from '../../reading/day-end.ts';
import { canRead } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { attemptActivation, isSaidWhatElse } from '../licences/attempt.ts';
import { pastDate } from '../licences/cast.ts';
import { type Course, courseCases } from './limit-case.ts';
import { type Filling, type Line, type Sent, words } from './line.ts';
import { usageOf } from './settings.ts';

/** A day can have 25 hours, and what its end sets off may take a while. The hour and the zone of its end are open. */
const UNTIL_NEXT_DAY = 30 * HOUR;
/** Two ends within twice this are those of no days. */
const SHORT = 3 * HOUR;
/** So much is counted on the first day that half of it is not nothing. */
const COUNTED = 2;
/** What is left of the limit on the second day. */
const LEFT_OVER = 2;

interface Days {
  line: Line;
  room: number;
  limit: number;
  /** Up to the limit, and one more at it. */
  below: Sent;
  over: Sent;
  /** Still on the same day, as far as can be known; and some hours later, where that one was sent. */
  early: Sent;
  soonAfter: Sent | undefined;
  /** On the next day, as much as the limit allows and one more. */
  next: Filling;
  /** Whether the day ended when the profile says; absent where it does not say, or that cannot be seen. */
  onTime: boolean | undefined;
  /** On the day after that, which began with some of the limit left: the same. */
  third: { limit: number } & Filling;
  /** The counter on the first two days, where it can be read. */
  before: Usage | undefined;
  after: Usage | undefined;
  /** The same before and after the device expired and was activated on one day. */
  renewed: { before: Usage; after: Usage } | undefined;
}

type Usage = { usage: number } & HasExchange;

const days: Course<Days> = {
  name: 'days end',
  cost: { requests: 21, messages: 11 },
  touches: 'time',
  async run(line) {
    const { context } = line;
    const readable = canRead(context, usageOf[line.channel]);
    const room = await line.leave(COUNTED);
    const limit = line.used + room;
    const below = await line.send(room);
    const over = await line.send(1);
    const before = readable ? await line.readUsage() : undefined;

    const end = presentDayEnd(context);
    const early = await sendAt(line, end === undefined ? context.clock.now() + SHORT : end - DAY_END_MARGIN);
    const soonAfter = early.sent > 0 ? await endsAgain(line, limit) : undefined;
    await context.clock.reach(end === undefined ? nextDay(context) : end + DAY_END_MARGIN);
    let second = await beginDay(line, readable, limit);
    const late = end !== undefined && second.next.sent === 0;
    if (late) {
      await context.clock.reach(nextDay(context));
      second = await beginDay(line, readable, limit);
    }
    const { next, after } = second;

    await line.limitTo(limit + LEFT_OVER);
    await context.clock.reach(nextDay(context));
    line.beginDay();
    // Changes of a later day count like those of the first.
    const last = limit + LEFT_OVER - 1;
    await line.limitTo(last);
    const third = { limit: last, ...(await line.fill(last)) };
    const renewed = readable ? await renew(line).catch(unlessUnreached) : undefined;
    const onTime = end === undefined || (late && next.sent === 0) ? undefined : !late && early.sent === 0;
    return { line, room, limit, below, over, early, soonAfter, next, onTime, third, before, after, renewed };
  },
};

/** The counter, where it can be read, and as much as the limit allows and one more. */
async function beginDay(line: Line, readable: boolean, limit: number) {
  line.beginDay();
  const after = readable
    ? await line.context.eventually(
        () => line.readUsage(),
        ({ usage }) => usage === 0,
      )
    : undefined;
  return { after, next: await line.fill(limit) };
}

export const nextDayCases = courseCases(days, {
  'limits/next-day-restores': {
    cost: { requests: 0 },
    judge({ line, room, below, over, early, soonAfter, next, onTime, third }) {
      const kind = words[line.channel];
      if (below.sent < room || over.sent > 0)
        return inconclusive('The device could not be brought to its limit.');
      if (soonAfter !== undefined && soonAfter.sent > 0) {
        const expected = `no ${kind} at the limit until the next day`;
        const observed = `some again twice within ${(2 * SHORT) / HOUR} hours`;
        return line.broken(third.limit, {
          expected,
          observed,
          evidence: [over, early, soonAfter],
          held: true,
        });
      }
      observeDayEnd(line.context, onTime, early, ...next.evidence);
      const short = [{ limit: 1, ...next }, third].find((day) => day.sent < day.limit);
      if (!short)
        return pass(
          `At its limit the device sent nothing, on the next days ${kind} again.`,
          over,
          ...next.evidence,
        );
      const isNext = short.evidence === next.evidence;
      const expected = `${isNext ? '' : `${short.limit} `}${kind} to be sent on ${isNext ? 'the next day' : 'the day after the next'}`;
      return line.broken(third.limit, {
        ...{ expected, observed: `${short.sent || 'none'}`, held: true },
        evidence: [over, ...short.evidence],
      });
    },
  },
  'limits/holds-each-day': {
    cost: { requests: 0 },
    judge({ line, limit, next, third }) {
      if (next.sent === 0 || third.sent === 0) return inconclusive('Nothing was sent on the following days.');
      return (
        exceeded(line, third.limit, { limit, ...next }, 'on the second day') ??
        exceeded(
          line,
          third.limit,
          third,
          `on the third day, after ${LEFT_OVER} of it were left on the second`,
        ) ??
        pass(
          `No more ${words[line.channel]} than the limit were sent on the second and on the third day.`,
          ...next.evidence,
          ...third.evidence,
        )
      );
    },
  },
  'limits/usage-restarts': {
    cost: { requests: 0 },
    judge({ line, below, soonAfter, before, after, renewed }) {
      if (!before || !after)
        throw new Unreached(`the counter of ${words[line.channel]} cannot be read`, 'controls.readLimits');
      if (soonAfter !== undefined && soonAfter.sent > 0)
        return inconclusive('The limit does not hold, so that what was sent on which day is not known.');
      if (before.usage === 0) return inconclusive('The counter never left zero.');
      if (renewed && renewed.after.usage < renewed.before.usage)
        return fail(
          `the counter at ${renewed.before.usage} until the day ends`,
          `${renewed.after.usage} once the device was given a date in the past and activated`,
          renewed.before,
          renewed.after,
        );
      if (after.usage === 0)
        return pass(`The counter went from ${before.usage} back to 0 on the next day.`, before, after);
      return fail('the counter to start the next day from 0', `${after.usage}`, below, before, after);
    },
  },
});

/** A device of the run's own is given a date in the past and is activated, well before the day ends. Seen by one channel. */
async function renew(line: Line): Promise<Days['renewed']> {
  const { context, device, channel } = line;
  const { controls } = context;
  const isAble =
    isSaidWhatElse(context) && controls.has('activate') && controls.takes('setLimits', 'expirationDate');
  if (channel !== 'email' || !controls.isMade(device) || !isAble || presentDayEnd(context) === undefined)
    return undefined;
  const before = await line.readUsage();
  await controls.setLimits(device, { expires: true, expirationDate: pastDate(context) });
  await attemptActivation(context, device);
  return { before, after: await line.readUsage() };
}

/** @param present the limit that was set last */
function exceeded(
  line: Line,
  present: number,
  { limit, sent, evidence }: { limit: number } & Filling,
  when: string,
) {
  if (sent <= limit) return undefined;
  const expected = `no more than ${limit} ${words[line.channel]} ${when}`;
  return line.broken(present, { expected, observed: `${sent} sent`, evidence, held: true });
}

/** At its limit again after the day seemed to have ended: whether another day ends within hours. */
async function endsAgain(line: Line, limit: number): Promise<Sent> {
  await line.fill(limit);
  return sendAt(line, line.context.clock.now() + SHORT);
}

/** When days end is open: another end than that of the profile breaks no rule. */
function observeDayEnd(
  context: CaseContext,
  onTime: boolean | undefined,
  ...shown: readonly HasExchange[]
): void {
  const { 'day.ends': ends, 'day.time-zone': zone } = context.profile.openings;
  if (onTime === undefined || ends === undefined || zone === undefined) return;
  context.observe('day.ends', onTime ? ends : `another time than ${ends} ${zone}`, ...shown);
  if (onTime) context.observe('day.time-zone', zone, ...shown);
}

async function sendAt(line: Line, moment: EpochMs): Promise<Sent> {
  await line.context.clock.reach(moment);
  return line.send(1);
}

/** Up to a full hour, so that cases which begin a moment apart wait for the same one. */
function nextDay({ clock }: CaseContext): EpochMs {
  return Math.ceil((clock.now() + UNTIL_NEXT_DAY) / HOUR) * HOUR;
}

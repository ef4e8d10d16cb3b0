/** How the cases of the daily limits are put together: on which devices they are judged, and how often. */
import { HOUR } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import { mapTable } from '../../../kit/tables.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Channel, Judged } from '../../../specification/judged.ts';
import type { RuleId } from '../../../specification/rules/index.ts';
import type { Case, Cost, Touches } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, inconclusive, suspect } from '../../finding.ts';
import { dayEndAfter } from '../../reading/day-end.ts';
import { canRead } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { giveBack, newDevices, ownDevices } from '../devices/own.ts';
import { freeLicences } from '../licences/cast.ts';
import { perRun } from '../per-run.ts';
import { type Line, lineOf, type Reckoning, words } from './line.ts';
import { usageOf } from './settings.ts';

/** What happens to devices, and is looked at by one rule or by several. Lines are of the channel that is judged. */
export interface Course<Seen> {
  /** Default: the rule that is judged by it. */
  name?: string;
  /** Devices that it takes; default 1. */
  devices?: 1 | 2;
  /** Of those that the run made the last ones, the very last first. */
  newest?: boolean;
  /** What it causes for all that look at it, where several do. */
  cost?: Pick<Cost, 'requests' | 'messages'>;
  /** Default `device`; `time` for one that waits for the next day. */
  touches?: Extract<Touches, 'device' | 'account' | 'time'>;
  run(line: Line, second: Line): Promise<Seen>;
}

export interface Judgement<Seen> {
  /** Beside the course and its devices. */
  cost: Cost;
  judge(seen: Seen): Finding | Promise<Finding>;
}

/**
 * The cases that look at a course at present. Its devices go back when none does any more: however many
 * of its judgements are made, how often, and whether its run came to an end.
 */
class Readers {
  readonly #readers = new Map<string, number>();
  readonly #afterLast = new Map<string, (() => void)[]>();

  /** Gives how to leave it: what comes after the first time does nothing. */
  enter(course: string): () => void {
    this.#readers.set(course, (this.#readers.get(course) ?? 0) + 1);
    let left = false;
    return () => {
      if (!left) this.#leave(course);
      left = true;
    };
  }

  #leave(course: string): void {
    const left = (this.#readers.get(course) ?? 1) - 1;
    this.#readers.set(course, left);
    if (left > 0) return;
    const acts = this.#afterLast.get(course) ?? [];
    this.#afterLast.delete(course);
    for (const act of acts) act();
  }

  afterLast(course: string, act: () => void): void {
    this.#afterLast.set(course, [...(this.#afterLast.get(course) ?? []), act]);
  }
}

const readersOf = perRun(() => new Readers());

/** More of the deployment's time than any course takes, far less than a day. */
const TOO_LONG = 6 * HOUR;

/**
 * Cases that look at one course, run once for all of them. What does not hold is run once more, on
 * fresh devices where they can be had, otherwise by the counters: a day may have ended between two
 * requests, and then everything is different.
 */
export function courseCases<Seen, R extends RuleId>(
  course: Course<Seen>,
  judgements: { readonly [Rule in R]: Judgement<Seen> },
): { [Rule in R]: Case } {
  const shared = Object.keys(judgements).length > 1;
  return mapTable<R, Judgement<Seen>, Case>(judgements, (judgement) => courseCase(course, judgement, shared));
}

/** A rule that a course shows in passing. Where it does not show that the rule holds, it is judged by its `own` case. */
export function alsoShownBy<Seen>(
  course: Course<Seen>,
  own: Case,
  shows: (seen: Seen) => Finding | undefined,
): Case {
  const none = inconclusive(`It was not seen where ${course.name}.`);
  const cost = (judged: Judged) => ({
    ...(typeof own.cost === 'function' ? own.cost(judged) : own.cost),
    ...sharedCost(course, judged),
  });
  return { ...own, cost, judge: judgeBy(course, (seen) => shows(seen) ?? none, true, own) };
}

function courseCase<Seen>(course: Course<Seen>, { cost, judge }: Judgement<Seen>, shared: boolean): Case {
  const { touches = 'device' } = course;
  const alone = { ...cost, creates: [...devicesOf(course), ...(cost.creates ?? [])] };
  return {
    touches,
    cost: course.cost ? (judged) => ({ ...cost, ...sharedCost(course, judged) }) : alone,
    judge: judgeBy(course, judge, shared),
  };
}

function sharedCost<Seen>(course: Course<Seen>, { channel }: Judged): Pick<Cost, 'shared'> {
  const { name, cost } = course;
  return cost ? { shared: [{ key: `${name} ${channel}`, ...cost, creates: devicesOf(course) }] } : {};
}

function devicesOf<Seen>({ devices = 1 }: Course<Seen>): 'device'[] {
  return Array.from({ length: devices }, () => 'device');
}

/** @param own judges what does not hold by the course, or where the course could not be run */
function judgeBy<Seen>(
  course: Course<Seen>,
  judge: Judgement<Seen>['judge'],
  shared: boolean,
  own?: Case,
): Case['judge'] {
  const { name, devices = 1, touches = 'device' } = course;
  return async (context, judged, session) => {
    const { rule, channel = 'email' } = judged;
    const began = context.clock.now();
    const key = `${name ?? rule} ${channel}`;
    const readers = readersOf(context);
    const leave = readers.enter(key);
    context.afterwards(async () => leave());
    const doing = context.shared(key, async () => {
      const held = await devicesFor(context, course, shared);
      if (shared) readers.afterLast(key, () => giveBack(context, held));
      const lines = await linesOf(context, held, channel);
      return { held, lines, seen: await run(course, lines) };
    });
    if (own) {
      const seen = await doing.catch(unlessUnreached);
      const finding = seen && (await judge(seen.seen));
      if (finding?.verdict === 'pass') return finding;
      // It may need the devices of the course.
      leave();
      return own.judge(context, judged, session);
    }
    const done = await doing;
    const first = await judge(done.seen);
    if (first.verdict === 'pass') return first;
    if (touches !== 'time' && context.clock.now() - began > TOO_LONG) {
      return inconclusive("The deployment's clock runs so fast that days end while the rule is judged.");
    }
    if (!context.controls.has('createDevice')) {
      return judge(
        await run(course, await linesOf(context, await devicesFor(context, course, false), channel)),
      );
    }
    const again = await context.shared(`${key} once more`, async () => {
      const fresh = await freshDevices(context, devices);
      return run(course, await linesOf(context, fresh ?? done.held, channel, fresh ? 'own' : 'counter'));
    });
    const found = await judge(again);
    return found.verdict === 'pass' && touches !== 'time' ? ((await lostCount(done.lines)) ?? found) : found;
  };
}

/** A case with a course of its own. */
export interface LimitCase
  extends Omit<Course<Finding>, 'name' | 'cost' | 'run'>,
    Omit<Judgement<Finding>, 'judge'> {
  judge: Course<Finding>['run'];
}

/** Cases with a course of their own each. */
export function limitCases<R extends RuleId>(
  cases: { readonly [Rule in R]: LimitCase },
): { [Rule in R]: Case } {
  return mapTable<R, LimitCase, Case>(cases, ({ cost, judge, ...course }) =>
    courseCase({ ...course, run: judge }, { cost, judge: (finding) => finding }, false),
  );
}

async function run<Seen>(course: Course<Seen>, lines: readonly Line[]): Promise<Seen> {
  const first = itemAt(lines, 0);
  return course.run(first, lines[1] ?? first);
}

function linesOf(
  context: CaseContext,
  devices: readonly AnyId[],
  channel: Channel,
  reckoning?: Reckoning,
): Promise<Line[]> {
  return Promise.all(devices.map((device) => lineOf(context, device, channel, reckoning)));
}

/**
 * What holds on new devices and did not on those before: a contradiction where the counter of one is not what it sent
 * today. Only where the profile says when days end, and none did meanwhile.
 */
async function lostCount(lines: readonly Line[]): Promise<Finding | undefined> {
  for (const line of lines) {
    const { context, device, channel, used } = line;
    if (!context.controls.isMade(device) || !canRead(context, usageOf[channel])) continue;
    const end = dayEndAfter(context, context.clock.now() - TOO_LONG);
    if (end === undefined || end <= context.clock.now()) continue;
    const read = await line.readSettled();
    if (read.usage === undefined || read.usage === used) continue;
    const counted = `The counter of ${words[channel]} of the device ${device} is at ${read.usage}`;
    return suspect(`${counted}, though it was seen to send ${used} of them today.`, read);
  }
  return undefined;
}

/** A course that several look at keeps its devices until all have, for another look. */
function devicesFor(
  context: CaseContext,
  { devices = 1, newest = false, touches }: Course<unknown>,
  keep: boolean,
): Promise<AnyId[]> {
  return ownDevices(context, devices, { urgent: touches === 'time', keep, newest });
}

/** Devices that nothing was sent from; `undefined` where no more can be had. */
async function freshDevices(context: CaseContext, count: number): Promise<AnyId[] | undefined> {
  if (!context.controls.has('createDevice')) return undefined;
  // A device without a licence sends nothing.
  await freeLicences(context).catch(unlessUnreached);
  return newDevices(context, count).catch(unlessUnreached);
}

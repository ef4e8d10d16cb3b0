/** A device that is brought to its limit, and its limit that is then changed again and again: five rules look at it (sections 2 and 8). */
import { itemAt } from '../../../kit/items.ts';
import {
  type Finding,
  fail,
  type HasExchange,
  inconclusive,
  pass,
  suspect,
  Unreached,
} from '../../finding.ts';
import { canRead, readRecord } from '../../reading/device.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isLookedAt } from '../asides.ts';
import { newDevices } from '../devices/own.ts';
import { postSample } from '../devices/posting.ts';
import { dateIn, FAR_AHEAD } from '../expiry/dates.ts';
import { isAtLength } from './drawn.ts';
import { countedFreely, type Freed, freeLimit, nothingSent } from './freed.ts';
import { type Course, courseCases } from './limit-case.ts';
import { type Change, type Filling, type Line, lineOf, type Read, type Sent, words } from './line.ts';
import { isInRange, limitOf, usageOf } from './settings.ts';

export interface Reached {
  line: Line;
  /** Messages that the limit left. */
  room: number;
  limit: number;
  /** As many and one more, at once; and then another one. */
  filling: Filling;
  over: Sent;
  /** Limit and counter at the limit, where they can be read. */
  after: Read | undefined;
  /** Where nothing was sent below the limit: what is sent under another. */
  freed: Freed | undefined;
  /** The limit raised by one, and two more. */
  raise: 'done' | 'refused';
  raised: Filling;
  /** Further changes of the same day, until one has no effect. */
  changes: Change[];
  /** The counter after all of them, where it can be read. */
  last: Read | undefined;
  /** What then became of the counter when another value was written to it, where that can be tried. */
  written: Written | undefined;
  /** The counter before and after a report of the device, where both can be read. */
  reported: Reported | undefined;
  /** At last one at a limit of 0, where so low a limit can be set. */
  zero: Sent | undefined;
}

export interface Written {
  wanted: number;
  attempt: HasExchange;
  after: Read;
}

export interface Reported {
  before: number;
  answers: readonly HasExchange[];
  after: Read;
}

/** What is written to a counter: more than it counts, or nothing. */
export const writing = { email: (usage: number) => usage + 7, sms: () => 0 } as const;
/** What a device of the run posts at its limit. */
const reports = ['location', 'alert'] as const;
/**
 * Further changes of the day, as what they leave: raised once more, lowered, lifted, and lowered once more. What is raised
 * leaves more than is sent, so that a limit that is not lowered lets it go out; and that has more digits than the count.
 * Expires is on from the second one on, set after its limit, and goes off with the last one: with the channel that is
 * tried at length.
 */
const CHANGES = ['raised', 'lowered', 'lifted', 'lowered'] as const;
/** Of the channel that is not tried at length. */
const SOME_CHANGES = 3;
const SWITCHED_ON = 1;
const SWITCHED_OFF = 3;
const FEW_MORE = 2;
const MANY_MORE = 12;

export const reaching: Course<Reached> = {
  name: 'a limit is reached',
  cost: { requests: 29, messages: 6 },
  async run(line) {
    const readable =
      canRead(line.context, limitOf[line.channel]) || canRead(line.context, usageOf[line.channel]);
    // What is then sent and changed is to leave the record as it is: that is looked at when all is judged.
    if (line.channel === 'email') await readRecord(line.context, line.device).catch(unlessUnbound);
    const room = await line.leave(2);
    const limit = line.used + room;
    const filling = await line.fill(room);
    const over = await line.send(1);
    const after = readable ? await line.readSettled() : undefined;
    const raise = await line.tryLimit(limit + 1);
    const raised = raise === 'done' ? await line.fill(1) : { sent: 0, evidence: [] };
    const exact = filling.sent === room && over.sent === 0 && raised.sent === 1;
    const changes = exact ? await changeAgain(line) : [];
    const last = readable && exact ? await line.readSettled() : undefined;
    // The counter of a device that others use is put at risk only where its own rule is asked for.
    const mayWrite = last !== undefined && line.context.controls.isMade(line.device);
    const written = mayWrite ? await writeUsage(line, last).catch(unlessUnreached) : undefined;
    const counted = (written?.after ?? last)?.usage;
    const reported = mayWrite && counted !== undefined ? await reportFrom(line, counted) : undefined;
    const none = filling.sent + over.sent + raised.sent === 0;
    const freed = none ? await freeLimit(line, readable) : undefined;
    return {
      line,
      room,
      limit,
      filling,
      over,
      after,
      freed,
      raise,
      raised,
      changes,
      last,
      written,
      reported,
      zero: changes.at(-1)?.outcome === 'in force' ? await sendAtZero(line) : undefined,
    };
  },
};

/** Only on a device that no other client uses. */
async function sendAtZero(line: Line): Promise<Sent | undefined> {
  const least = line.context.profile.openings['limits.range']?.min ?? 0;
  if (least > 0 || !line.context.controls.isMade(line.device)) return undefined;
  return (await line.tryLimit(0)) === 'done' ? line.send(1) : undefined;
}

/** Where the counter is as it is to be. */
async function writeUsage(line: Line, { usage }: Read): Promise<Written | undefined> {
  if (usage === undefined || usage !== line.used) return undefined;
  const wanted = writing[line.channel](usage);
  const attempt = await line.context.controls.setLimits(line.device, { [usageOf[line.channel]]: wanted });
  return { wanted, attempt, after: await line.read() };
}

/** What the device then posts takes nothing away from what was counted; an alert may send messages. Seen by one channel. */
async function reportFrom(line: Line, before: number): Promise<Reported | undefined> {
  if (line.channel !== 'email' || !isLookedAt(line.context, 'a report of a device at its limit'))
    return undefined;
  const answers: HasExchange[] = [];
  for (const report of reports) {
    const answer = await postSample(line.context, line.device, report);
    if (answer) answers.push(answer);
  }
  return answers.length === 0 ? undefined : { before, answers, after: await line.read() };
}

async function changeAgain(line: Line): Promise<Change[]> {
  const changes: Change[] = [];
  const isOn = canBeDated(line);
  const kinds = isAtLength(line.context, line.channel) ? CHANGES : CHANGES.slice(0, SOME_CHANGES);
  for (const [index, kind] of kinds.entries()) {
    const more = isInRange(line.context, line.used + MANY_MORE) ? MANY_MORE : FEW_MORE;
    const raised = { room: more, spare: more - 1 };
    const lifted = index > 0 && canBeLifted(line) ? { room: null, spare: 0 } : raised;
    const { room, spare } = { raised, lifted, lowered: { room: -1, spare: 1 } }[kind];
    const change = await line.change(room, {
      spare,
      ...(isOn && index === SWITCHED_ON && { meanwhile: () => switchOn(line) }),
      ...(isOn && index === SWITCHED_OFF && { also: { expires: false } }),
    });
    // "None" need not be a limit that can be set.
    const isRefusedNone = change.limit === null && change.outcome === 'refused';
    changes.push(isRefusedNone ? await line.change(more, { spare: more - 1 }) : change);
    if (changes.at(-1)?.outcome !== 'in force') break;
  }
  return changes;
}

/** Where the profile says that a device without a limit is nothing unusual. Only of one that no other client uses. */
function canBeLifted({ context, device, channel }: Line): boolean {
  return context.controls.isMade(device) && context.profile.openings['limits.default']?.[channel] === null;
}

function canBeDated({ context, device, channel }: Line): boolean {
  const { controls } = context;
  const isTaken = controls.takes('setLimits', 'expires') && controls.takes('setLimits', 'expirationDate');
  return isAtLength(context, channel) && controls.isMade(device) && isTaken;
}

/** With a date that the run never reaches: nothing changes, neither the count of the day nor the limit. */
async function switchOn({ context, device }: Line): Promise<void> {
  const { date } = dateIn(context.clock.now(), FAR_AHEAD);
  await context.controls.setLimits(device, { expires: true, expirationDate: date });
}

export const reachingCases = courseCases(reaching, {
  'limits/sends-below-limit': {
    cost: { requests: 2, messages: 1 },
    judge({ line, room, limit, filling, after, freed }) {
      const { sent, evidence } = filling;
      const kind = words[line.channel];
      if (sent >= room) return pass(`All ${room} ${kind} below the limit were sent.`, ...evidence);
      const expected = `${room} ${kind} below the limit to be sent`;
      return sent > 0
        ? line.broken(limit, { expected, observed: `${sent} sent`, evidence, held: true, meanwhile: after })
        : nothingSent(line, expected, evidence, freed);
    },
  },
  'limits/stops-at-limit': {
    cost: { requests: 0 },
    judge({ line, room, limit, filling, over, after, raised }) {
      const { sent } = filling;
      const kind = words[line.channel];
      if (sent < room) return inconclusive(`Only ${sent} of ${room} ${kind} below the limit were sent.`);
      const evidence = [...filling.evidence, over];
      if (sent > room || over.sent > 0) {
        const expected = `no more than ${room} ${kind}, which reach the limit of ${limit}`;
        const observed = `${sent + over.sent} sent`;
        return line.broken(limit, { expected, observed, evidence, held: over.sent === 0, meanwhile: after });
      }
      // The same device, channel and day, and another limit: if that changes it, the limit was the cause.
      if (raised.sent === 0) {
        return inconclusive(
          'Nothing was sent at the limit, but nor above it: the limit need not be the cause.',
        );
      }
      return pass(
        `${room} ${kind} were sent up to the limit and none beyond it, until it was raised.`,
        ...evidence,
        ...raised.evidence,
      );
    },
  },
  'limits/raise-takes-effect': {
    cost: { requests: 0 },
    judge({ line, room, limit, filling, over, raise, raised }) {
      const kind = words[line.channel];
      if (filling.sent !== room || over.sent > 0)
        return inconclusive('The device could not be brought to its limit.');
      if (raise === 'refused') return refusedChange(line, limit + 1);
      const evidence = [over, ...raised.evidence];
      if (raised.sent === 1)
        return pass(`At the limit nothing was sent; once it was raised by one, one was.`, ...evidence);
      const expected = `one more of the ${kind} to be sent, as the limit was raised from ${limit} to ${limit + 1}`;
      return raised.sent === 0
        ? fail(expected, 'none', ...evidence)
        : line.broken(limit + 1, { expected, observed: `${raised.sent}`, evidence, held: true });
    },
  },
  'limits/changes-repeat': {
    cost: { requests: 2 },
    async judge({ line, filling, raised, changes }) {
      const kind = words[line.channel];
      const [raisedAgain, lowered] = changes;
      if (!raisedAgain)
        return inconclusive(
          `The first changes of the limit of ${kind} did not take effect.`,
          'controls.setLimits',
        );
      const broken = changes.find(({ outcome }) => outcome !== 'in force');
      // That a limit is lowered at all is another rule.
      if (broken && broken === lowered && !(await canLower(line)))
        return inconclusive(`The limit of ${kind} was raised twice, but could not be lowered.`);
      if (broken) return notRepeated(line, broken);
      return pass(
        `${changes.length + 2} limits of ${kind} were set one after the other on one day, and each took effect.`,
        ...filling.evidence,
        ...raised.evidence,
        ...changes.flatMap(({ evidence }) => evidence),
      );
    },
  },
  'limits/usage-counts': {
    cost: { requests: 0 },
    judge({ line, filling, over, after, freed, raised, changes, last, reported }) {
      const kind = words[line.channel];
      if (after?.usage === undefined)
        throw new Unreached(`the counter of ${kind} cannot be read`, 'controls.readLimits');
      // One that is held back is none that was sent.
      const sent = filling.sent + over.sent;
      if (sent === 0) return countedFreely(kind, freed);
      const then = changes.reduce((sum, change) => sum + change.sent, sent + raised.sent);
      const readings = [
        { read: after, sent, evidence: [...filling.evidence, over, after] },
        { read: last, sent: then, evidence: changes.flatMap(({ evidence }) => evidence) },
      ];
      for (const { read, sent, evidence } of readings) {
        const expected = line.startedAt + sent;
        if (read?.usage === undefined || read.usage === expected) continue;
        return fail(
          `the counter at ${expected}, as ${sent} were sent after ${line.startedAt}`,
          `${read.usage}`,
          ...evidence,
          read,
        );
      }
      if (reported?.after.usage !== undefined && reported.after.usage < reported.before) {
        const { before, answers, after: then } = reported;
        const expected = `the counter at ${before} when the device posts a location and an alert`;
        return fail(expected, `${then.usage}`, ...answers, then);
      }
      return pass(
        `The counter is at ${after.usage}, as many as were sent.`,
        ...filling.evidence,
        over,
        after,
      );
    },
  },
});

/** Whether the limit of a new device, on which none was raised, can be lowered. */
async function canLower({ context, channel }: Line): Promise<boolean> {
  if (!context.controls.has('createDevice')) return false;
  const twin = await lineOf(context, itemAt(await newDevices(context, 1), 0), channel);
  await twin.leave(2);
  await twin.send(1);
  return (await twin.change(-1)).outcome === 'in force';
}

/** A later change of the day had no effect, although the same control brought the first ones about. */
function notRepeated(line: Line, { limit, outcome, sent, evidence }: Change): Finding | Promise<Finding> {
  if (limit === null) return notLifted(line, evidence);
  if (outcome === 'refused') return refusedChange(line, limit);
  const expected = `a limit of ${limit} for ${words[line.channel]}, set on a day with others before it, to take effect`;
  return fail(expected, outcome === 'held back' ? `only ${sent} sent below it` : `${sent} sent`, ...evidence);
}

/** "None" was set in the place of a limit, and nothing was sent: where another limit is read, that may be what it was taken for. */
async function notLifted(line: Line, evidence: readonly HasExchange[]): Promise<Finding> {
  const kind = words[line.channel];
  if (!canRead(line.context, limitOf[line.channel]))
    return inconclusive(`The limit of ${kind} was to be lifted, and none were sent.`, 'controls.readLimits');
  const read = await line.read();
  if (read.limit === null)
    return fail(`${kind} to be sent once their limit was lifted`, 'none', ...evidence, read);
  const reason = `The limit of ${kind} was lifted, and the control setLimits was taken, but ${read.limit} is read.`;
  return suspect(reason, ...evidence, read);
}

/** Whether it is the count that a limit is refused for: then a device that has sent nothing can be given the same. */
async function refusedChange(line: Line, limit: number): Promise<Finding> {
  const { context, channel } = line;
  if (context.controls.has('createDevice')) {
    const twin = await context.controls.setLimits(await context.make.device(), { [limitOf[channel]]: limit });
    const again = await context.controls.setLimits(line.device, { [limitOf[channel]]: limit });
    if (twin.outcome === 'done' && again.outcome === 'refused') {
      return fail(
        `the limit of a device that has sent messages to be changed to ${limit}`,
        `a refusal, while another device got a limit of ${limit}`,
        twin,
        again,
      );
    }
  }
  return inconclusive(`The deployment refused a limit of ${limit}.`, 'limits.range');
}

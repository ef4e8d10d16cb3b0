/** Limits that are lowered or set below zero, and counters that are set at all (sections 2 and 8). */
import type { Cases } from '../../case.ts';
import {
  type Finding,
  fail,
  type HasExchange,
  inconclusive,
  pass,
  suspect,
  Unreached,
} from '../../finding.ts';
import { canRead } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isAtLength } from './drawn.ts';
import { alsoShownBy, limitCases } from './limit-case.ts';
import { type Line, type Read, words } from './line.ts';
import { type Reached, reaching, writing } from './reaching.ts';
import { isInRange, limitOf, usageOf } from './settings.ts';

/** Some deployments write "no limit" as -1. */
const NEGATIVES = [-1, -3];

const own = limitCases({
  'limits/lower-takes-effect': {
    cost: { requests: 6, messages: 3 },
    async judge(line) {
      const kind = words[line.channel];
      await line.leave(3);
      const below = await line.send(2);
      if (below.sent < 2) return inconclusive(`Only ${below.sent} of 2 ${kind} below the limit were sent.`);
      await line.limitTo(line.used - 1);
      const lowered = await line.send(1);
      if (lowered.sent > 0) return notLowered(line, lowered.sent);
      await line.leave(1);
      const raised = await line.send(1);
      if (raised.sent === 0)
        return inconclusive(`Nothing was sent above the limit either: it need not be the cause.`);
      return pass(
        `With the limit lowered under the count no ${kind} were sent; raised again, they were.`,
        below,
        lowered,
        raised,
      );
    },
  },

  'limits/negative-refused': {
    cost: { requests: 12, messages: 1 },
    async judge(line) {
      const wide = await setWide(line);
      // So that the counter, which is read with the limit, has something to lose.
      if (line.used === 0) await line.send(1);
      let good = await line.context.eventually(
        () => line.read(),
        ({ limit }) => wide === undefined || limit === wide,
      );
      if (wide !== undefined && good.limit !== wide) {
        const contradiction =
          typeof good.limit === 'number' && (await otherThanSet(line, wide, good.limit, good));
        if (contradiction) return contradiction;
        await line.leave(3);
        good = await line.read();
      }
      if (good.limit === undefined || good.limit === null) {
        throw new Unreached(`the limit of ${words[line.channel]} cannot be read`, 'controls.readLimits');
      }
      for (const negative of NEGATIVES) {
        const attempt = await line.context.controls.setLimits(line.device, {
          [limitOf[line.channel]]: negative,
        });
        const after = await line.read();
        const fate =
          attempt.outcome === 'refused' ? 'refused' : `taken, and ${after.limit ?? 'none'} is read`;
        line.context.observe('limits.range', `${negative} is ${fate}`, attempt, after);
        if (attempt.outcome === 'refused' && isCountLost(line, good, after))
          return fail(
            `a limit of ${negative} that is refused to leave the counter at ${good.usage}`,
            `${after.usage}`,
            good,
            attempt,
            after,
          );
        if (after.limit === good.limit) {
          await observeRange(line, good.limit, `${negative} is ${fate}`).catch(unlessUnreached);
          const seen = `A limit of ${negative} changed nothing; ${good.limit} had been taken.`;
          return pass(seen, good, attempt, after);
        }
        await line.leave(3);
        if (after.limit === undefined || after.limit === null) continue;
        if (after.limit >= 0)
          return pass(`A limit of ${negative} was turned into ${after.limit}.`, good, attempt, after);
        return fail(
          'a limit below zero never to take effect',
          `a limit of ${after.limit}`,
          good,
          attempt,
          after,
        );
      }
      return inconclusive(
        `After limits of ${NEGATIVES.join(' and ')} were set no limit is read: they may have been taken for "none".`,
      );
    },
  },

  'limits/usage-read-only': {
    cost: { requests: 5, messages: 1 },
    async judge(line) {
      const room = await line.leave(1);
      await line.send(room);
      const before = await line.read();
      if (before.usage === undefined || before.limit !== line.used) {
        return inconclusive(
          'The limit that the control set cannot be seen, so nothing follows from a counter that it does not set.',
          'controls.readLimits',
        );
      }
      const wanted = writing[line.channel](before.usage);
      const attempt = await line.context.controls.setLimits(line.device, { [usageOf[line.channel]]: wanted });
      const after = await line.readUsage();
      if (after.usage === before.usage) {
        return pass(
          `The counter stayed at ${after.usage} when ${wanted} was written.`,
          before,
          attempt,
          after,
        );
      }
      const observed = `${after.usage} after ${wanted} was written`;
      return fail(`the counter to stay at ${before.usage}`, observed, before, attempt, after);
    },
  },
});

/** Whether a counter that was right shows less than before. */
function isCountLost(line: Line, { usage }: Read, after: Read): boolean {
  return usage === line.used && after.usage !== undefined && after.usage < usage;
}

/** What the course of a limit that is reached shows of them need not be tried again. */
export const changingCases = {
  ...own,
  'limits/lower-takes-effect': alsoShownBy(reaching, own['limits/lower-takes-effect'], showsLowered),
  'limits/usage-read-only': alsoShownBy(reaching, own['limits/usage-read-only'], showsReadOnly),
} satisfies Cases;

/** The second change lowers the limit, and leaves less than the one before; the third raises it. */
function showsLowered({ line, changes: [before, lowered, raised] }: Reached): Finding | undefined {
  if (!before || lowered?.outcome !== 'in force' || raised?.outcome !== 'in force') return undefined;
  const isLower = lowered.limit !== null && before.limit !== null && lowered.limit < before.limit;
  if (!isLower || raised.sent === 0) return undefined;
  return pass(
    `With the limit lowered under the count no ${words[line.channel]} were sent; raised again, they were.`,
    ...before.evidence,
    ...lowered.evidence,
    ...raised.evidence,
  );
}

/** The control shows what it sets, and not what was written to the counter. */
function showsReadOnly({ changes, last, written }: Reached): Finding | undefined {
  if (last?.usage === undefined || last.limit !== changes.at(-1)?.limit) return undefined;
  if (!written || written.after.usage !== last.usage) return undefined;
  const { wanted, attempt, after } = written;
  return pass(`The counter stayed at ${after.usage} when ${wanted} was written.`, last, attempt, after);
}

/** Limits that no run reaches; but for the last, which is more than two bytes hold, those of a range that is open. */
const WIDE = [37, 100, 256, 300, 70_000];

/**
 * Sets one that is good by the profile, or that it says nothing about, on a device of the run's own: another may send by
 * it. `undefined`: a small one was set instead.
 */
async function setWide(line: Line): Promise<number | undefined> {
  const { context, device, channel } = line;
  const range = context.profile.openings['limits.range'];
  const good = goodLimits(line);
  if (context.controls.isMade(device) && good.length > 0) {
    const wide = context.chance.pick(`wide ${channel}`, good);
    if (range) await line.limitTo(wide);
    if (range || (await line.tryLimit(wide)) === 'done') return wide;
  }
  await line.leave(3);
  return undefined;
}

/** By one channel the end of a range alone: it shows what is cut of any limit, and whether the last of them is taken. */
function goodLimits({ context, channel, used }: Line): readonly number[] {
  const range = context.profile.openings['limits.range'];
  if (range === undefined) return WIDE.slice(0, -1);
  const wide = channel === 'email' ? [range.max] : WIDE;
  return wide.filter((limit) => limit > used && isInRange(context, limit));
}

/** A range that is open may end where the limit was cut: then the next greater one is cut alike. */
async function otherThanSet(
  line: Line,
  wide: number,
  read: number,
  shown: HasExchange,
): Promise<Finding | undefined> {
  const reason = `A limit of ${wide} was set and taken, but ${read} is read`;
  if (isInRange(line.context, wide)) return suspect(`${reason}.`, shown);
  const next = read + 1;
  if (next >= wide || (await line.tryLimit(next)) === 'refused') return undefined;
  const after = await line.read();
  return after.limit === next
    ? suspect(`${reason}, and ${next} after one of ${next}.`, shown, after)
    : undefined;
}

/**
 * Where the profile pins the range, the nearest values beyond it, by one channel: none of them is to be in force.
 *
 * @param limit what is in force
 * @param seen what became of -1
 */
async function observeRange(line: Line, limit: number, seen: string): Promise<void> {
  const { context, channel, device } = line;
  const range = context.profile.openings['limits.range'];
  if (range === undefined) return context.observe('limits.range', seen);
  if (!isAtLength(context, channel)) return;
  const below = range.min - 1;
  const beyond = [range.max + 1, ...(below >= 0 ? [below] : []), ...(range.whole ? [limit - 0.5] : [])];
  const taken: number[] = [];
  const shown: HasExchange[] = [];
  for (const [index, value] of beyond.entries()) {
    const { outcome } = await context.controls.setLimits(device, { [limitOf[channel]]: value });
    // One that was refused and taken all the same would still be read after the next.
    if (outcome === 'refused' && index < beyond.length - 1) continue;
    const after = await line.read();
    shown.push(after);
    taken.push(...beyond.filter((one) => one === after.limit));
    if (after.limit !== limit) await line.limitTo(limit);
  }
  const observed = `${seen}; ${taken.length === 0 ? `${beyond.join(' and ')} refused` : `${taken.join(' and ')} taken`}`;
  const pinned = `${range.whole ? 'whole numbers' : 'numbers'} from ${range.min} to ${range.max}`;
  context.observe('limits.range', { observed, pinned, holds: taken.length === 0 }, ...shown);
}

/** Something was sent above the lowered limit. If the earlier limit still holds, the lowered one does not. */
async function notLowered(line: Line, sent: number): Promise<Finding> {
  const limit = line.used - sent - 1;
  const expected = `no ${words[line.channel]} with the limit lowered to ${limit} after ${limit + 1}`;
  const beyond = await line.send(2);
  if (beyond.withheld > 0) return fail(expected, 'the earlier limit still in force', beyond);
  if (!canRead(line.context, limitOf[line.channel]))
    return inconclusive('No limit was seen to hold at all.', 'controls.readLimits');
  const read = await line.read();
  if (read.limit === limit) return fail(expected, `${sent + beyond.sent} more sent`, beyond, read);
  return inconclusive(
    `The limit was lowered to ${limit}, but ${read.limit ?? 'none'} is read.`,
    'controls.setLimits',
  );
}

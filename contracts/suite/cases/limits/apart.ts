/** A limit of its own for each device and each channel, and the limit of 0 (sections 1, 2 and 8). */
import type { AnyId } from '../../../profile/facts.ts';
import type { Channel } from '../../../specification/judged.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Made } from '../../case-context.ts';
import { type Finding, fail, type HasExchange, inconclusive, notApplicable, pass } from '../../finding.ts';
import { canRead } from '../../reading/device.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isLookedAt } from '../asides.ts';
import { nextTo } from '../devices/near.ts';
import { sharedDevices } from '../devices/own.ts';
import { perRun } from '../per-run.ts';
import { isAtLength } from './drawn.ts';
import { alsoShownBy, limitCases } from './limit-case.ts';
import { Line, lineOf, otherChannel, type Read, type Sent, words } from './line.ts';
import { aNewDevice } from './of-new.ts';
import { type Reached, reaching } from './reaching.ts';
import { limitOf, mustSet, usageOf } from './settings.ts';

/** A limit that is not reached. */
const FAR = 1000;
/** Messages of the other channel that a device has sent before, for which there is room made. */
const MOST_BESIDE = 20;

const own = limitCases({
  'limits/zero-sends-none': {
    cost: { requests: 4, messages: 1 },
    async judge(line) {
      const kind = words[line.channel];
      const least = line.context.profile.openings['limits.range']?.min ?? 0;
      if (least > 0) return notApplicable(`The profile says that no daily limit is below ${least}.`);
      await line.limitTo(0);
      const none = await line.send(1);
      if (none.sent > 0) return notHeldByZero(line, none);
      const room = await line.leave(1);
      const twin = await line.send(room);
      if (twin.sent === 0) return inconclusive(`With a limit above 0 no ${kind} were sent either.`);
      return pass(`With a limit of 0 no ${kind} were sent, with a higher one they were.`, none, twin);
    },
  },

  'limits/per-device': {
    devices: 2,
    newest: true,
    // Alone, so that no other case brings a device to its limit meanwhile.
    touches: 'account',
    cost: { requests: 22, messages: 4, creates: ['group', 'device'] },
    async judge(newest, second) {
      // By one channel the device that was made later is at its limit, by the other one the earlier.
      const isSecond = judgedBeside(newest.context).has(otherChannel[newest.channel]);
      const [full, known] = isSecond ? [second, newest] : [newest, second];
      const kind = words[full.channel];
      const room = await full.leave(1);
      const filled = await full.send(room);
      const over = await full.send(1);
      if (over.sent > 0) return inconclusive('The device could not be brought to its limit.');
      if (filled.sent < room) return heldBack(full);
      const { other = known, counted } = (await newBeside(full)) ?? {};
      if (counted) return counted;
      await other.leave(1);
      const before = await readExact(full);
      const beside = await other.send(1);
      if (beside.sent === 0) return heldBack(other, full);
      const seen =
        (await countsBeside(full, before, beside)) ??
        (await sharesGroup(full, other)) ??
        (await otherWayRound(full, other));
      if (seen?.verdict === 'fail') return seen;
      const passed = pass(`A device sent ${kind} while another was at its limit, both ways.`, over, beside);
      return (await limitsBeside(full)) ?? seen ?? passed;
    },
  },

  'limits/channels-apart': {
    cost: { requests: 13, messages: 5 + MOST_BESIDE },
    async judge(line) {
      const { context, device, channel } = line;
      const beside = await lineOf(context, device, otherChannel[channel]);
      // Room for one more on this line, though the messages of both counted; the other channel then sends more than that.
      const least = context.profile.openings['limits.range']?.min ?? 0;
      const limit = Math.max(line.used + Math.min(beside.used, MOST_BESIDE) + 2, least);
      const count = limit - line.used;
      const farther = Math.max(limit + beside.used + 2 * count, least);
      await mustSet(context, device, { [limitOf[channel]]: limit, [limitOf[beside.channel]]: farther });
      const before = await line.send(1);
      const others = await beside.send(count);
      if (before.sent === 0 || others.sent < count) {
        return inconclusive(
          `Below both limits not everything was sent, so that the channels cannot be distinguished.`,
        );
      }
      const used = line.used;
      const after = await line.fill(limit - used);
      const kinds = [words[channel], words[beside.channel]] as const;
      const evidence = [before, others, ...after.evidence];
      if (after.sent === 0)
        return fail(
          `${kinds[0]} to be sent: ${used} of ${limit} had been`,
          `none after ${count} ${kinds[1]}`,
          ...evidence,
        );
      if (after.sent > limit - used) return exceededBeside(line, limit, farther, evidence);
      const counted = canRead(context, usageOf[beside.channel]) ? await beside.read() : undefined;
      const held =
        (await limitLostBeside(line, beside)) ??
        (await heldBackBeside(line, beside)) ??
        (await lostBeside(line, beside, counted));
      if (held) return held;
      return pass(`${count} ${kinds[1]} took nothing from the limit of ${kinds[0]}.`, ...evidence);
    },
  },
});

/** What the course of a limit that is reached shows need not be tried again. */
export const apartCases = {
  ...own,
  'limits/zero-sends-none': alsoShownBy(reaching, own['limits/zero-sends-none'], showsZero),
} satisfies Cases;

function showsZero({ line, zero, filling }: Reached): Finding | undefined {
  if (zero?.sent !== 0 || filling.sent === 0) return undefined;
  return pass(
    `With a limit of 0 no ${words[line.channel]} were sent, with a higher one they were.`,
    zero,
    ...filling.evidence,
  );
}

/** A failure when the limit of one channel, set alone, changes that of the other: seen twice, with another value each time. */
async function limitLostBeside(line: Line, beside: Line): Promise<Finding | undefined> {
  if (!canRead(line.context, limitOf[beside.channel])) return undefined;
  const { limit: before } = await beside.read();
  if (before === undefined || before === null) return undefined;
  for (const room of ROOMS) {
    await line.leave(room);
    const after = await beside.read();
    if (after.limit === before) return undefined;
    if (room === ROOMS.at(-1))
      return fail(
        `the limit of ${words[beside.channel]} to stay ${before} when that of ${words[line.channel]} is set`,
        `${after.limit ?? 'none'}`,
        after,
      );
    await beside.limitTo(before);
  }
  return undefined;
}

/** What is left of a limit that is set alone, one after the other. */
const ROOMS = [2, 3];

/** A failure when a channel with room is held back for as long as the other one has no limit left. */
async function heldBackBeside(line: Line, beside: Line): Promise<Finding | undefined> {
  // By one channel: with two, each would have to be tried at either limit.
  if (line.channel !== 'email' || !isLookedAt(line.context, 'a channel beside one without room'))
    return undefined;
  await line.limitTo(Math.max(0, line.context.profile.openings['limits.range']?.min ?? 0));
  const under = await beside.send(1);
  if (under.sent > 0) return undefined;
  await line.leave(1);
  const freed = await beside.send(1);
  if (freed.sent === 0) return undefined;
  const [kind, other] = [words[line.channel], words[beside.channel]];
  return fail(
    `${other} to be sent below their own limit`,
    `none for as long as no more ${kind} could be`,
    under,
    freed,
  );
}

/** A failure when the counter of the other channel shows less, or its limit another, once the limit of this one is changed. */
async function lostBeside(line: Line, beside: Line, before: Read | undefined): Promise<Finding | undefined> {
  // Messages of other clients are none of the run's own.
  if (!before?.usage || !line.context.controls.isMade(line.device)) return undefined;
  await line.leave(2);
  const after = await beside.read();
  const [kind, other] = [words[line.channel], words[beside.channel]];
  const whenChanged = `when the limit of ${kind} is changed`;
  if (after.limit !== before.limit) {
    const expected = `the limit of ${other} to stay at ${before.limit ?? 'none'} ${whenChanged}`;
    return fail(expected, `${after.limit ?? 'none'}`, before, after);
  }
  if (after.usage === undefined || after.usage >= before.usage) return undefined;
  const expected = `the counter of ${other} to stay at ${before.usage} ${whenChanged}`;
  return fail(expected, `${after.usage}`, before, after);
}

/** More was sent than the limit of the channel leaves, though not more than that of the other. */
async function exceededBeside(
  line: Line,
  limit: number,
  farther: number,
  evidence: readonly HasExchange[],
): Promise<Finding> {
  const [kind, other] = [words[line.channel], words[otherChannel[line.channel]]];
  const expected = `no more than ${limit} ${kind}, with a limit of ${farther} for ${other}`;
  const { used } = line;
  const observed = `${used} sent`;
  const read = canRead(line.context, limitOf[line.channel]) ? await line.read() : undefined;
  if (read?.limit === farther)
    return fail(expected, `the limit of the ${other} in force for both`, ...evidence, read);
  // With both limits as low as the count, only a channel that heeds neither sends more.
  await mustSet(line.context, line.device, {
    [limitOf[line.channel]]: used,
    [limitOf[otherChannel[line.channel]]]: used,
  });
  const once = await line.send(1);
  if (once.sent > 0)
    return inconclusive(`More ${kind} are sent than their limit allows, whatever the limit of ${other}.`);
  return line.broken(limit, { expected, observed, evidence, held: false, meanwhile: read });
}

/** Something was sent with a limit of 0. Either that limit was in place, or 0 was taken for none: then another limit holds. */
async function notHeldByZero(line: Line, none: Sent): Promise<Finding> {
  const expected = `no ${words[line.channel]} with a limit of 0`;
  const meanwhile = canRead(line.context, limitOf[line.channel]) ? await line.read() : undefined;
  if (meanwhile?.limit === 0) return fail(expected, 'one sent', meanwhile, none);
  if (meanwhile?.limit)
    return inconclusive(`A limit of 0 was set, but ${meanwhile.limit} is read.`, 'controls.setLimits');
  const room = await line.leave(1);
  const twin = await line.fill(room);
  if (twin.sent === room)
    return fail(expected, 'one sent, though higher limits hold', ...twin.evidence, none);
  return inconclusive('No limit was seen to hold at all.', 'controls.setLimits', 'controls.readLimits');
}

/**
 * A device below its limit sends nothing. Whether others are the cause is seen when none of them is at
 * its limit any more, or by a counter that shows more than its own device has sent.
 */
async function heldBack(line: Line, ...others: Line[]): Promise<Finding> {
  const { context, channel } = line;
  const shared = context.controls.has('createDevice') ? sharedDevices(context) : [];
  const devices = new Set([...others.map(({ device }) => device), ...shared]);
  devices.delete(line.device);
  const far = Math.min(FAR, context.profile.openings['limits.range']?.max ?? FAR);
  for (const device of devices) await context.controls.setLimits(device, { [limitOf[channel]]: far });
  const freed = await line.send(1);
  const expected = `${words[channel]} to be sent from a device below its limit`;
  if (freed.sent > 0) return fail(expected, 'none for as long as other devices were at their limits', freed);
  return (
    (await countsOthers(line)) ??
    (await heldBackByLimit(line)) ??
    inconclusive(`A device below its limit sends no ${words[channel]} at all.`)
  );
}

/**
 * A failure when a device sends under a far higher limit only: it is held back by what is not its own count. Tried
 * twice; a limit that comes one message too early is judged by `limits/sends-below-limit`.
 */
async function heldBackByLimit(line: Line): Promise<Finding | undefined> {
  const far = Math.min(FAR, line.context.profile.openings['limits.range']?.max ?? FAR);
  const evidence: Sent[] = [];
  for (let time = 0; time < 2; time++) {
    await line.limitTo(far);
    const freed = await line.send(1);
    const room = await line.leave(1);
    const held = await line.send(1);
    evidence.push(freed, held);
    if (freed.sent === 0 || held.sent > 0 || room >= far - line.used) return undefined;
  }
  await line.leave(2);
  if ((await line.send(1)).sent > 0) return undefined;
  const expected = `${words[line.channel]} to be sent from a device below its limit`;
  return fail(expected, `none, but one each time with a limit of ${far}`, ...evidence);
}

/** A limit that was set for the other device is none of this one, whatever the order in which they were made. */
async function otherWayRound(full: Line, other: Line): Promise<Finding | undefined> {
  const kind = words[full.channel];
  const still = await full.send(1);
  if (still.sent > 0) {
    const expected = `no ${kind} from a device at its limit when a higher limit is set for another`;
    return full.broken(full.used - still.sent, {
      expected,
      observed: 'one sent',
      evidence: [still],
      held: true,
    });
  }
  await other.leave(0);
  const room = await full.leave(1);
  const freed = await full.send(room);
  return freed.sent > 0 ? undefined : heldBack(full, other);
}

/** The same for two devices of one group, where the profile says how a group gets its devices. */
async function sharesGroup(full: Line, other: Line): Promise<Finding | undefined> {
  const { context, channel } = full;
  const devices = [full.device, other.device];
  // What a group does to one channel it does to both: the other one is judged while they are in it.
  if (groupsOf(context).size > 0) return undefined;
  if (!devices.every((device) => context.controls.isMade(device)) || !takesMembers(context)) return undefined;
  const group = await groupOf(context, devices);
  if (!group) return undefined;
  await other.leave(1);
  const beside = await other.send(1);
  if (beside.sent > 0) return undefined;
  const expected = `${words[channel]} to be sent from a device below its limit`;
  await context.call('deleteGroup', { id: group.id });
  groupsOf(context).clear();
  const freed = await other.send(1);
  if (freed.sent === 0) return heldBack(other, full);
  return fail(expected, 'none for as long as it was in one group with a device at its limit', beside, freed);
}

/** Groups that hold devices on which limits are judged. */
const groupsOf = perRun(() => new Set<Made<'group'>>());

/** A group of these devices and all that the run shares. */
async function groupOf(context: CaseContext, devices: readonly AnyId[]): Promise<Made<'group'> | undefined> {
  const deviceIds = [...new Set([...devices, ...sharedDevices(context)])];
  const made = await context.make.group({ ...context.make.facts('group'), deviceIds }).catch(unlessUnreached);
  if (made) groupsOf(context).add(made);
  return made;
}

function takesMembers({ lens }: CaseContext): boolean {
  try {
    return lens.body('group').facts.some((fact) => fact === 'deviceIds');
  } catch (error) {
    unlessUnbound(error);
    return false;
  }
}

/** The counter, where it can be read and is right: then it shows what else is counted on the device. Only of one that no other client uses. */
async function readExact(line: Line): Promise<Read | undefined> {
  const { context, device, channel } = line;
  if (
    !isAtLength(context, channel) ||
    !context.controls.isMade(device) ||
    !canRead(context, usageOf[channel])
  )
    return undefined;
  const read = await line.readSettled();
  return read.usage === line.used ? read : undefined;
}

/** A failure when what another device sent was counted on a line. */
async function countsBeside(
  line: Line,
  before: Read | undefined,
  beside: Sent,
): Promise<Finding | undefined> {
  if (!before) return undefined;
  const after = await line.read();
  if (after.usage === undefined || after.usage <= line.used) return undefined;
  const observed = `${after.usage} instead of ${line.used} once another device had sent`;
  return fail(ALONE, observed, before, beside, after);
}

const ALONE = 'the messages of a device to count on that device alone';

/** Channels that were judged with a device which was made after another had sent messages. */
const judgedBeside = perRun(() => new Set<Channel>());

/**
 * A device that is made now that another has sent messages, where one can be had, and a failure when it does not begin at
 * 0. Once for each channel: what does not hold beside it is looked at again on others.
 */
async function newBeside(full: Line): Promise<{ other?: Line; counted?: Finding } | undefined> {
  const { context, channel } = full;
  const made = context.controls.has('createDevice')
    ? await aNewDevice(context).catch(unlessUnreached)
    : undefined;
  if (!made) return undefined;
  const { id, read } = made;
  const usage = read[usageOf[channel]] ?? 0;
  if (usage > 0 && !(await beginsAt(full, usage)))
    return { counted: fail(ALONE, `${usage} counted on the new device ${id}`, read) };
  if (judgedBeside(context).has(channel)) return undefined;
  judgedBeside(context).add(channel);
  return { other: await lineOf(context, id, channel) };
}

/** Whether the counter of a line is ahead by so much: then that is where all begin, which `limits/usage-counts` judges. */
async function beginsAt(line: Line, ahead: number): Promise<boolean> {
  return (await line.read()).usage === line.used + ahead;
}

/** How far above its count the limits are that are set to see whether another device gets them: each differs from the others. */
const ODD_LIMITS = [17, 23, 31];

/** A failure when limits that are set for a device, one after the other, are those of the device before or after it. Seen by one channel. */
async function limitsBeside({ context, device, channel, used }: Line): Promise<Finding | undefined> {
  const { max = Number.POSITIVE_INFINITY } = context.profile.openings['limits.range'] ?? {};
  const limits = ODD_LIMITS.map((odd) => used + odd);
  if (channel !== 'email' || !canRead(context, limitOf[channel]) || Math.max(...limits) > max)
    return undefined;
  let near = await nextTo(context, device);
  for (const limit of limits) {
    const { outcome } = await context.controls.setLimits(device, { [limitOf[channel]]: limit });
    if (outcome === 'refused') return undefined;
    const evidence: Read[] = [];
    const hit: AnyId[] = [];
    for (const id of near) {
      const read = await new Line(context, id, channel, 0).read().catch(unlessUnreached);
      if (read?.limit !== limit) continue;
      hit.push(id);
      evidence.push(read);
    }
    near = hit;
    if (near.length === 0) return undefined;
    if (limit === limits.at(-1))
      return fail(
        `a limit that is set for the device ${device} to change no other`,
        `it is read at the device ${near[0]}`,
        ...evidence,
      );
  }
  return undefined;
}

/** A failure when a counter shows more than its own device has sent; only of a device that no other client uses. */
async function countsOthers(line: Line): Promise<Finding | undefined> {
  const { context, device, channel } = line;
  if (!context.controls.isMade(device) || !canRead(context, usageOf[channel])) return undefined;
  const read = await line.read();
  // What the device sent by its other channel is the business of `limits/channels-apart`.
  const own = line.used + (await lineOf(context, device, otherChannel[channel])).used;
  if (read.usage === undefined || read.usage <= own) return undefined;
  return fail(ALONE, `${read.usage} counted on one that sent ${line.used}, which was held back`, read);
}

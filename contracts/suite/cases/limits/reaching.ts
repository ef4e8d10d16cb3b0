/** A device that is brought to its limit, and its limit that is then raised: four rules look at it (sections 2 and 8). */
import { type Finding, fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { canRead } from '../../reading/device.ts';
import { type Story, storyCases } from './limit-case.ts';
import { type Filling, type Line, type Read, type Sent, words } from './line.ts';
import { limitOf, usageOf } from './settings.ts';

interface Reached {
  line: Line;
  /** Messages that the limit left. */
  room: number;
  limit: number;
  /** As many and one more, at once; and then another one. */
  filling: Filling;
  over: Sent;
  /** Limit and counter at the limit, where they can be read. */
  after: Read | undefined;
  /** The limit raised by one, and two more. */
  raise: 'done' | 'refused';
  raised: Filling;
}

const reaching: Story<Reached> = {
  name: 'a limit is reached',
  async tell(line) {
    const readable = canRead(line.kit, limitOf[line.channel]) || canRead(line.kit, usageOf[line.channel]);
    const room = await line.leave(2);
    const limit = line.used + room;
    const filling = await line.fill(room);
    const over = await line.send(1);
    const counted = line.used;
    const after = readable
      ? await line.kit.eventually(
          () => line.read(),
          ({ usage }) => usage === undefined || usage === counted,
        )
      : undefined;
    const raise = await line.tryLimit(limit + 1);
    const raised = raise === 'done' ? await line.fill(1) : { sent: 0, telling: [] };
    return { line, room, limit, filling, over, after, raise, raised };
  },
};

export const reachingCases = storyCases(reaching, {
  'limits/sends-below-limit': {
    cost: { requests: 2, messages: 2 },
    judge({ line, room, limit, filling, after }) {
      const { sent, telling } = filling;
      const kind = words[line.channel];
      if (sent >= room) return pass(`All ${room} ${kind} below the limit were sent.`, ...telling);
      const expected = `${room} ${kind} below the limit to be sent`;
      return sent > 0
        ? line.broken(limit, { expected, observed: `${sent} sent`, telling, held: true, meanwhile: after })
        : nothingSent(line, expected, telling);
    },
  },
  'limits/stops-at-limit': {
    cost: { requests: 5, messages: 3 },
    judge({ line, room, limit, filling, over, after, raised }) {
      const { sent } = filling;
      const kind = words[line.channel];
      if (sent < room) return inconclusive(`Only ${sent} of ${room} ${kind} below the limit were sent.`);
      const telling = [...filling.telling, over];
      if (sent > room || over.sent > 0) {
        const expected = `no more than ${room} ${kind}, which reach the limit of ${limit}`;
        const observed = `${sent + over.sent} sent`;
        return line.broken(limit, { expected, observed, telling, held: over.sent === 0, meanwhile: after });
      }
      // The same device, channel and day, and another limit: if that changes it, the limit was the cause.
      if (raised.sent === 0) {
        return inconclusive(
          'Nothing was sent at the limit, but nor above it: the limit need not be the cause.',
        );
      }
      return pass(
        `${room} ${kind} were sent up to the limit and none beyond it, until it was raised.`,
        ...telling,
        ...raised.telling,
      );
    },
  },
  'limits/raise-takes-effect': {
    cost: { requests: 5, messages: 3 },
    judge({ line, room, limit, filling, over, raise, raised }) {
      const kind = words[line.channel];
      if (filling.sent !== room || over.sent > 0)
        return inconclusive('The device could not be brought to its limit.');
      if (raise === 'refused') return refusedRaise(line, limit + 1);
      const telling = [over, ...raised.telling];
      if (raised.sent === 1)
        return pass(`At the limit nothing was sent; once it was raised by one, one was.`, ...telling);
      const expected = `one more of the ${kind} to be sent, as the limit was raised from ${limit} to ${limit + 1}`;
      return raised.sent === 0
        ? fail(expected, 'none', ...telling)
        : line.broken(limit + 1, { expected, observed: `${raised.sent}`, telling, held: true });
    },
  },
  'limits/usage-counts': {
    cost: { requests: 5, messages: 2 },
    judge({ line, filling, over, after }) {
      const kind = words[line.channel];
      if (after?.usage === undefined)
        throw new Unreached(`the counter of ${kind} cannot be read`, 'controls.readLimits');
      // One that is held back is none that was sent.
      const sent = filling.sent + over.sent;
      if (sent === 0) return inconclusive(`No ${kind} were sent that could be counted.`);
      const expected = line.startedAt + sent;
      const telling = [...filling.telling, over, after];
      if (after.usage === expected)
        return pass(`The counter is at ${expected}, as many as were sent.`, ...telling);
      return fail(
        `the counter at ${expected}, as ${sent} were sent after ${line.startedAt}`,
        `${after.usage}`,
        ...telling,
      );
    },
  },
});

/**
 * Nothing was sent below a limit. Only if more is sent under another limit, or none, is the limit the
 * cause; otherwise the device may not be able to send at all.
 */
async function nothingSent(line: Line, expected: string, telling: readonly Sent[]): Promise<Finding> {
  const limits = [line.used + 20, null] as const;
  for (const limit of limits) {
    const { outcome } = await line.kit.controls.setLimits(line.device, { [limitOf[line.channel]]: limit });
    if (outcome === 'refused') continue;
    const freed = await line.send(1);
    const limited = limit === null ? 'without a limit' : `with a limit of ${limit}`;
    if (freed.sent > 0) return fail(expected, `none sent, but one ${limited}`, ...telling, freed);
  }
  return inconclusive(`No ${words[line.channel]} were sent under any limit: the limit is not the cause.`);
}

/** Whether it is the count that a raised limit is refused for: then a device that has sent nothing can be given the same. */
async function refusedRaise(line: Line, limit: number): Promise<Finding> {
  const { kit, channel } = line;
  if (kit.controls.has('createDevice')) {
    const twin = await kit.controls.setLimits(await kit.make.device(), { [limitOf[channel]]: limit });
    if (twin.outcome === 'done') {
      return fail(
        'the limit of a device that has reached it to be raised',
        `a refusal, while another device got a limit of ${limit}`,
        twin,
      );
    }
  }
  return inconclusive(`The deployment refused a limit of ${limit}.`, 'limits.range');
}

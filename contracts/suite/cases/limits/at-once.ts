/** Many messages at the same time (section 8). */
import { itemAt } from '../../../kit/items.ts';
import { fail, inconclusive, pass } from '../../finding.ts';
import { newDevices } from '../devices/own.ts';
import { isAtOnce } from './drawn.ts';
import { limitCases } from './limit-case.ts';
import { type Line, lineOf, words } from './line.ts';

/** Messages that are asked for at the same time, of the channel that is drawn and of the other, and how many of them the limit leaves. */
const AT_ONCE = 10;
const FEW_AT_ONCE = 4;
const ROOM = 3;

export const atOnceCases = limitCases({
  'limits/holds-at-once': {
    cost: { requests: AT_ONCE + 2, messages: ROOM + 1 },
    async judge(line) {
      const { context } = line;
      const kind = words[line.channel];
      if (!context.controls.simulator && context.profile.controls?.send?.by === 'person') {
        return inconclusive('A person cannot send messages concurrently.', 'controls.send');
      }
      const room = await line.leave(ROOM);
      const limit = line.used + room;
      const more = (isAtOnce(context, line.channel) ? AT_ONCE : FEW_AT_ONCE) - ROOM;
      const sendings = await Promise.all(Array.from({ length: room + more }, () => line.send(1)));
      // Those of which the count was lost would go out now.
      const over = await line.send(room);
      const sent = sendings.reduce((sum, one) => sum + one.sent, 0);
      const evidence = [...sendings.filter((one) => one.sent > 0), over];
      if (sent + over.sent > room) {
        if (!(await holdsInTurn(line)))
          return inconclusive(`The limit does not hold when ${kind} are sent one after the other either.`);
        const expected = `no more than ${room} ${kind}, which the limit of ${limit} left`;
        const observed = `${sent} of ${sendings.length} sent at the same time, and ${over.sent} after them`;
        return fail(expected, observed, ...evidence);
      }
      if (sent + over.sent === 0) return inconclusive(`No ${kind} were sent below the limit.`);
      return pass(
        `Of ${sendings.length} ${kind} at the same time ${sent} were sent, and ${over.sent} after them: the limit left ${room}.`,
        itemAt(sendings, 0),
        ...evidence,
      );
    },
  },
});

/**
 * Whether the limit holds for messages that are sent one after the other. On a new device, where one can be had: on
 * this one the counts of messages that were sent at the same time may be lost.
 */
async function holdsInTurn(line: Line): Promise<boolean> {
  const { context, device, channel } = line;
  const twin = context.controls.has('createDevice') ? itemAt(await newDevices(context, 1), 0) : device;
  const { outcome } = await (twin === device ? line : await lineOf(context, twin, channel)).change(1);
  return outcome === 'in force';
}

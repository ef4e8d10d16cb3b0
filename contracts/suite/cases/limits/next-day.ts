/** What the next day does to a device at its limit (sections 2 and 8). */
import { fail, inconclusive, pass, type Told, Unreached } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { type Story, storyCases } from './limit-case.ts';
import { type Line, type Sent, words } from './line.ts';
import { canRead, usageOf } from './settings.ts';

const HOUR = 3_600_000;
/** A day can have 25 hours, and what its end sets off may take a while. The hour and the zone of its end are open. */
const UNTIL_NEXT_DAY = 30 * HOUR;

interface Days {
  line: Line;
  room: number;
  limit: number;
  /** Up to the limit, one more at it, and one on the next day. */
  below: Sent;
  over: Sent;
  next: Sent;
  /** The counter on both days, where it can be read. */
  before: Usage | undefined;
  after: Usage | undefined;
}

type Usage = { usage: number } & Told;

const days: Story<Days> = {
  name: 'a day ends',
  touches: 'time',
  async tell(line) {
    const { kit } = line;
    const readable = canRead(kit, usageOf[line.channel]);
    const room = await line.leave(1);
    const limit = line.used + room;
    const below = await line.send(room);
    const over = await line.send(1);
    const before = readable ? await line.readUsage() : undefined;
    await nextDay(kit);
    const after = readable
      ? await kit.eventually(
          () => line.readUsage(),
          ({ usage }) => usage === 0,
        )
      : undefined;
    const next = await line.send(1);
    return { line, room, limit, below, over, next, before, after };
  },
};

export const nextDayCases = storyCases(days, [
  {
    rule: 'limits/next-day-restores',
    cost: { requests: 4, messages: 2 },
    judge({ line, room, limit, below, over, next }) {
      const kind = words[line.channel];
      if (below.sent < room || over.sent > 0)
        return inconclusive('The device could not be brought to its limit.');
      if (next.sent > 0)
        return pass(`At its limit the device sent nothing, on the next day ${kind} again.`, over, next);
      const expected = `${kind} to be sent on the next day`;
      return line.broken(limit, { expected, observed: 'none', telling: [over, next], held: true });
    },
  },
  {
    rule: 'limits/usage-restarts',
    cost: { requests: 4, messages: 1 },
    judge({ line, below, before, after }) {
      if (!before || !after)
        throw new Unreached(`the counter of ${words[line.channel]} cannot be read`, 'controls.readLimits');
      if (before.usage === 0) return inconclusive('The counter never left zero.');
      if (after.usage === 0)
        return pass(`The counter went from ${before.usage} back to 0 on the next day.`, before, after);
      return fail('the counter to start the next day from 0', `${after.usage}`, below, before, after);
    },
  },
]);

/** Up to a full hour, so that cases which begin a moment apart wait for the same one. */
function nextDay({ clock }: Kit): Promise<void> {
  return clock.reach(Math.ceil((clock.now() + UNTIL_NEXT_DAY) / HOUR) * HOUR);
}

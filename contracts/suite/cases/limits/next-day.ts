/** What the next day does to a device at its limit (sections 2 and 8). */
import { HOUR, MINUTE } from '../../../kit/durations.ts';
import type { EpochMs } from '../../../profile/facts.ts';
import { fail, type HasExchange, inconclusive, pass, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { nextDayEnd } from '../../reading/day-end.ts';
import { canRead } from '../../reading/device.ts';
import { type Story, storyCases } from './limit-case.ts';
import { type Line, type Sent, words } from './line.ts';
import { usageOf } from './settings.ts';

/** A day can have 25 hours, and what its end sets off may take a while. The hour and the zone of its end are open. */
const UNTIL_NEXT_DAY = 30 * HOUR;
/** So far from the end of a day that the profile tells it is certainly not yet, and certainly already. */
const MARGIN = 20 * MINUTE;

interface Days {
  line: Line;
  room: number;
  limit: number;
  /** Up to the limit, one more at it, one shortly before the day ends by the profile, and one on the next day. */
  below: Sent;
  over: Sent;
  early: Sent | undefined;
  next: Sent;
  /** The counter on both days, where it can be read. */
  before: Usage | undefined;
  after: Usage | undefined;
}

type Usage = { usage: number } & HasExchange;

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
    const end = dayEnd(kit);
    const early = end === undefined ? undefined : await sendAt(line, end - MARGIN);
    await kit.clock.reach(end === undefined ? nextDay(kit) : end + MARGIN);
    const after = readable
      ? await kit.eventually(
          () => line.readUsage(),
          ({ usage }) => usage === 0,
        )
      : undefined;
    const next = await line.send(1);
    return { line, room, limit, below, over, early, next, before, after };
  },
};

export const nextDayCases = storyCases(days, {
  'limits/next-day-restores': {
    cost: { requests: 5, messages: 3 },
    judge({ line, room, limit, below, over, early, next }) {
      const kind = words[line.channel];
      if (below.sent < room || over.sent > 0)
        return inconclusive('The device could not be brought to its limit.');
      if (early !== undefined && early.sent > 0) {
        const expected = `no ${kind} until the day ends, by the profile at ${endInWords(line.kit)}`;
        return line.broken(limit, { expected, observed: 'one before', telling: [over, early], held: true });
      }
      if (next.sent > 0)
        return pass(`At its limit the device sent nothing, on the next day ${kind} again.`, over, next);
      const expected = `${kind} to be sent on the next day`;
      return line.broken(limit, { expected, observed: 'none', telling: [over, next], held: true });
    },
  },
  'limits/usage-restarts': {
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
});

/** The end of the present day, where the profile tells it and it is not too near: the next one would be that of another day. */
function dayEnd({ profile, clock }: Kit): EpochMs | undefined {
  const { 'day.ends': ends, 'day.time-zone': zone } = profile.openings;
  if (ends === undefined || zone === undefined || zone === 'account') return undefined;
  const end = nextDayEnd(clock.now(), ends, zone);
  return end !== undefined && end - clock.now() > MARGIN ? end : undefined;
}

function endInWords({ profile }: Kit): string {
  return `${profile.openings['day.ends']} ${profile.openings['day.time-zone']}`;
}

async function sendAt(line: Line, moment: EpochMs): Promise<Sent> {
  await line.kit.clock.reach(moment);
  return line.send(1);
}

/** Up to a full hour, so that cases which begin a moment apart wait for the same one. */
function nextDay({ clock }: Kit): EpochMs {
  return Math.ceil((clock.now() + UNTIL_NEXT_DAY) / HOUR) * HOUR;
}

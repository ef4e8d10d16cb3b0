/** Daily limits that hold for some values, some days or some devices alone (sections 2 and 8). */
import { HOUR } from '../../contracts/kit/durations.ts';
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { allowing } from '../../simulator/deviations/limits.ts';
import type { Usage } from '../../simulator/fleet/types.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault, ruled } from './fault.ts';
import { after, at, inRequest, refusal } from './wrapping.ts';

type LimitRule = Extract<Affected, `limits/${string}`>;

const only = (channel: Channel) => (facts: { channel: Channel }) => facts.channel === channel;

type Allowed = Parameters<Parameters<typeof allowing>[1]>[0];

/** Allows another number of messages where a limit is set. */
function allows(
  does: string,
  channel: Channel,
  ids: readonly LimitRule[],
  allow: (facts: Allowed) => number,
): Fault {
  return ruled(
    `${does} by ${channel}`,
    ids.map((id) => `${id}/${channel}` as Affected),
    () => allowing(only(channel), allow),
  );
}

const asIt = (facts: Allowed): number => documentRules.allowance(facts);

type Forcing = Parameters<Rules['limitInForce']>[0];

/** Another limit counts from now on than was set. */
function counts(
  does: string,
  channel: Channel,
  ids: readonly LimitRule[],
  force: (facts: Forcing) => number | null,
): Fault {
  return ruled(
    `${does} by ${channel}`,
    ids.map((id) => `${id}/${channel}` as Affected),
    () => ({
      limitInForce: (facts) => (facts.channel === channel ? force(facts) : documentRules.limitInForce(facts)),
    }),
  );
}

type Shown = Parameters<Rules['usageAfterSending']>[0];

function counter(
  does: string,
  channel: Channel,
  ids: readonly LimitRule[],
  add: (facts: Shown) => number,
): Fault {
  return ruled(
    `${does} by ${channel}`,
    ids.map((id) => `${id}/${channel}` as Affected),
    () => {
      const shown = new Map<number, number>();
      return {
        usageAfterSending(facts) {
          if (facts.channel === channel)
            shown.set(facts.deviceId, (shown.get(facts.deviceId) ?? 0) + add(facts));
          return documentRules.usageAfterSending(facts);
        },
        usageNextDay(facts) {
          shown.delete(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
        usageShown: (facts) => ({
          ...documentRules.usageShown(facts),
          [channel]: shown.get(facts.deviceId) ?? 0,
        }),
      };
    },
  );
}

/** Reached limits stay reached on the next day. */
function staysReached(channel: Channel): () => Partial<Rules> {
  return () => {
    const reached = new Set<number>();
    return {
      ...allowing(only(channel), (facts) => {
        const allowed = reached.has(facts.deviceId) ? 0 : asIt(facts);
        if (allowed < facts.requested) reached.add(facts.deviceId);
        return allowed;
      }),
      limitInForce(facts) {
        reached.delete(facts.deviceId);
        return documentRules.limitInForce(facts);
      },
    };
  };
}

/** A limit that counts from a day on, of those that a device has been through with the limit set. */
function onDay(
  channel: Channel,
  change: (limit: number, day: number) => number | null,
): () => Partial<Rules> {
  return () => {
    const days = new Map<number, number>();
    return {
      usageNextDay(facts) {
        days.set(facts.deviceId, (days.get(facts.deviceId) ?? 0) + 1);
        return documentRules.usageNextDay(facts);
      },
      ...allowing(only(channel), (facts) =>
        documentRules.allowance({ ...facts, limit: change(facts.limit, days.get(facts.deviceId) ?? 0) }),
      ),
    };
  };
}

/** Settings that go when others are set. */
function loses(does: string, ids: readonly Affected[], when: string, field: string): Fault {
  return fault(
    does,
    ids,
    inRequest(['setLimits'], (body) =>
      body[when] !== undefined && body[field] === undefined ? { ...body, [field]: null } : body,
    ),
  );
}

const limitsWrong: readonly Fault[] = [
  allows('takes a limit of 1 for 0', 'email', ['limits/sends-below-limit'], (facts) =>
    facts.limit === 1 ? 0 : asIt(facts),
  ),
  allows(
    'sends all that are asked for at once while the limit is not reached',
    'email',
    ['limits/stops-at-limit'],
    (facts) => (facts.used < facts.limit ? facts.requested : 0),
  ),
  allows('sends one more than a limit of three or more', 'email', ['limits/stops-at-limit'], (facts) =>
    asIt(facts.limit >= 3 ? { ...facts, limit: facts.limit + 1 } : facts),
  ),
  allows(
    'keeps limits in a byte',
    'sms',
    ['limits/sends-below-limit', 'limits/stops-at-limit', 'limits/raise-takes-effect'],
    (facts) => asIt({ ...facts, limit: facts.limit % 256 }),
  ),
  allows('sends one message a day at a limit of 0', 'email', ['limits/zero-sends-none'], (facts) =>
    asIt(facts.limit === 0 ? { ...facts, limit: 1 } : facts),
  ),
  allows(
    'asks for no limit where three or more are sent at once',
    'sms',
    ['limits/stops-at-limit'],
    (facts) => (facts.requested >= 3 && facts.limit > 0 ? facts.requested : asIt(facts)),
  ),
  counts(
    'takes 0 for no limit after another',
    'sms',
    ['limits/zero-sends-none', 'limits/lower-takes-effect'],
    ({ set, before }) => (set === 0 && before !== null && before > 0 ? null : set),
  ),
  counts(
    'keeps the limit where it is set to 0',
    'email',
    ['limits/zero-sends-none', 'limits/lower-takes-effect'],
    ({ set, before }) => (set === 0 && before !== null ? before : set),
  ),
  counts('keeps a limit of 0 for good', 'email', ['limits/raise-takes-effect'], ({ set, before }) =>
    before === 0 ? 0 : set,
  ),
  counts(
    'lowers no limit by one',
    'email',
    ['limits/lower-takes-effect', 'limits/changes-repeat'],
    ({ set, before }) => (set !== null && before !== null && set === before - 1 ? before : set),
  ),
  counts('at most doubles a limit at once', 'email', ['limits/raise-takes-effect'], ({ set, before }) =>
    set !== null && before !== null && before > 0 ? Math.min(set, before * 2) : set,
  ),
  counts(
    'keeps a limit where the first one of a device is set',
    'sms',
    ['limits/stops-at-limit', 'limits/zero-sends-none'],
    ({ set, before }) => (before === null ? null : set),
  ),
  ruled(
    'counts a changed limit from the change on by sms',
    ['limits/lower-takes-effect/sms', 'limits/raise-takes-effect/sms', 'limits/stops-at-limit/sms'],
    () => {
      const [sent, base] = [new Map<number, number>(), new Map<number, number>()];
      return {
        usageAfterSending(facts) {
          const after = documentRules.usageAfterSending(facts);
          sent.set(facts.deviceId, after.sms);
          return after;
        },
        usageNextDay(facts) {
          base.delete(facts.deviceId);
          sent.delete(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
        limitInForce(facts) {
          if (facts.channel === 'sms') base.set(facts.deviceId, sent.get(facts.deviceId) ?? 0);
          return documentRules.limitInForce(facts);
        },
        countedTowardsLimit: (facts) =>
          documentRules.countedTowardsLimit(facts) -
          (facts.channel === 'sms' ? (base.get(facts.deviceId) ?? 0) : 0),
      };
    },
  ),
  ruled(
    'leaves a limit reached on the next day by email',
    ['limits/next-day-restores/email', 'limits/holds-each-day/email'],
    staysReached('email'),
  ),
  ruled(
    'knows no limit from the next day on by email',
    ['limits/holds-each-day/email'],
    onDay('email', (limit, day) => (day >= 1 ? null : limit)),
  ),
  ruled(
    'knows no limit from the third day on by sms',
    ['limits/holds-each-day/sms'],
    onDay('sms', (limit, day) => (day >= 2 ? null : limit)),
  ),
  ruled(
    'sends one more on each further day by sms',
    ['limits/holds-each-day/sms'],
    onDay('sms', (limit, day) => limit + day),
  ),
  ruled(
    'starts the counter of e-mails alone on the next day',
    ['limits/next-day-restores/sms', 'limits/usage-restarts/sms'],
    () => ({ usageNextDay: ({ usage }) => ({ email: 0, sms: usage.sms }) }),
  ),
  ruled(
    'starts only those counters on the next day that have reached three',
    ['limits/usage-restarts/email', 'limits/next-day-restores/email'],
    () => ({
      usageNextDay: ({ usage }) => (usage.email >= 3 ? { email: 0, sms: 0 } : { email: usage.email, sms: 0 }),
    }),
  ),
  ruled(
    'counts the messages of a device for the device after it, too',
    ['limits/per-device/email', 'limits/per-device/sms', 'limits/usage-counts/email'],
    () => {
      const counted = new Map<number, { email: number; sms: number }>();
      return {
        usageAfterSending(facts) {
          const next = counted.get(facts.deviceId + 1) ?? { email: 0, sms: 0 };
          counted.set(facts.deviceId + 1, { ...next, [facts.channel]: next[facts.channel] + facts.sent });
          return documentRules.usageAfterSending(facts);
        },
        usageNextDay(facts) {
          counted.delete(facts.deviceId + 1);
          return documentRules.usageNextDay(facts);
        },
        countedTowardsLimit: (facts) =>
          documentRules.countedTowardsLimit(facts) + (counted.get(facts.deviceId)?.[facts.channel] ?? 0),
      };
    },
  ),
  loses(
    'takes the limit of SMS away when that of e-mails is set',
    ['limits/channels-apart/sms', 'limits/stops-at-limit/sms'],
    'dailyEmail',
    'dailySms',
  ),
  fault(
    'sets both limits when that of e-mails is set',
    ['limits/channels-apart/sms', 'limits/channels-apart/email', 'limits/sends-below-limit/sms'],
    inRequest(['setLimits'], (body) =>
      body.dailyEmail !== undefined && body.dailySms === undefined
        ? { ...body, dailySms: body.dailyEmail }
        : body,
    ),
  ),
  fault(
    'starts counters again when a limit is set',
    ['limits/usage-counts/email', 'limits/usage-counts/sms', 'limits/lower-takes-effect/sms'],
    after(['setLimits'], (world) => ({ id }) => {
      const device = world.lens.readPathId('device', id);
      if (device !== undefined) clearUsage(world, device);
    }),
  ),
  counter('counts what is sent at once as one', 'email', ['limits/usage-counts'], () => 1),
  ruled(
    "shows the counters of both channels in each other's place",
    ['limits/usage-counts/email', 'limits/usage-counts/sms'],
    () => ({ usageShown: ({ usage }) => ({ email: usage.sms, sms: usage.email }) }),
  ),
  ruled(
    'lets the counter of SMS be set to 0',
    ['limits/usage-read-only/sms', 'limits/usage-read-only/email'],
    () => ({
      usageAfterWrite({ usage, written }) {
        const sms =
          typeof written === 'object' && written !== null && 'sms' in written ? written.sms : undefined;
        return sms === 0 ? { ...usage, sms: 0 } : null;
      },
    }),
  ),
  ruled('lets counters be raised', ['limits/usage-read-only/email', 'limits/usage-read-only/sms'], () => ({
    usageAfterWrite({ usage, written }) {
      const given = (channel: Channel): number => {
        const value =
          typeof written === 'object' && written !== null ? Reflect.get(written, channel) : undefined;
        return typeof value === 'number' ? Math.max(value, usage[channel]) : usage[channel];
      };
      return { email: given('email'), sms: given('sms') };
    },
  })),
  fault(
    'refuses to have counters set, and starts them again',
    ['limits/usage-read-only/email', 'limits/usage-read-only/sms'],
    at(['setLimits'], (world) => ({ body, id, pass }) => {
      const device = world.lens.readPathId('device', id);
      if (body.usage === undefined || device === undefined) return pass();
      clearUsage(world, device);
      return refusal(422);
    }),
  ),
  ruled('takes a limit of -1 by sms', ['limits/negative-refused/sms'], () => ({
    limitAccepted: (facts) =>
      (facts.value === -1 && facts.channel === 'sms') || documentRules.limitAccepted(facts),
  })),
  ruled(
    'ignores the second change of a limit on a day by email',
    ['limits/changes-repeat/email', 'limits/raise-takes-effect/email', 'limits/lower-takes-effect/email'],
    () => repeats((time) => time === 2),
  ),
];

/** Ignores changes of the limit of e-mails, by their number on the day. */
function repeats(isIgnored: (time: number) => boolean): Partial<Rules> {
  const times = new Map<number, number>();
  return {
    limitInForce(facts) {
      if (facts.channel !== 'email') return documentRules.limitInForce(facts);
      const time = (times.get(facts.deviceId) ?? 0) + 1;
      times.set(facts.deviceId, time);
      return isIgnored(time) ? facts.before : facts.set;
    },
    usageNextDay(facts) {
      times.delete(facts.deviceId);
      return documentRules.usageNextDay(facts);
    },
  };
}

function clearUsage(world: Simulator, device: number): void {
  world.fleet.settle([[device, { usage: { email: 0, sms: 0 } }]]);
}

/** Counters and limits of one device that are mixed up with those of others, or with texts. */
const mixedUp: readonly Fault[] = [
  ruled('sends nothing from any device while one is at its limit', ['limits/per-device'], () => {
    const used = new Map<number, Usage>();
    const set = new Map<number, { [C in Channel]?: number | null }>();
    const isFull = (id: number, channel: Channel): boolean =>
      (used.get(id)?.[channel] ?? 0) >= (set.get(id)?.[channel] ?? Number.POSITIVE_INFINITY);
    return {
      limitInForce(facts) {
        set.set(facts.deviceId, { ...set.get(facts.deviceId), [facts.channel]: facts.set });
        return documentRules.limitInForce(facts);
      },
      usageAfterSending(facts) {
        const usage = documentRules.usageAfterSending(facts);
        used.set(facts.deviceId, usage);
        return usage;
      },
      usageNextDay(facts) {
        used.delete(facts.deviceId);
        return documentRules.usageNextDay(facts);
      },
      allowance: (facts) =>
        facts.limit !== null &&
        [...set.keys()].some((id) => id !== facts.deviceId && isFull(id, facts.channel))
          ? 0
          : documentRules.allowance(facts),
    };
  }),
  ruled('has one counter for all devices', ['limits/per-device'], () => ({ usageCounter: () => 1 })),
  ruled('starts the counters of a device where those of another are', ['limits/per-device/email'], () => {
    const own = new Set<number>();
    let last: Usage = { email: 0, sms: 0 };
    return {
      usageAfterSending(facts) {
        own.add(facts.deviceId);
        last = documentRules.usageAfterSending(facts);
        return last;
      },
      usageShown: (facts) => (own.has(facts.deviceId) ? documentRules.usageShown(facts) : last),
    };
  }),
  allows('compares the count with the limit as texts', 'sms', ['limits/changes-repeat'], (facts) =>
    String(facts.used) >= String(facts.limit) ? 0 : asIt(facts),
  ),
  ruled('lowers no limit that was raised before', ['limits/changes-repeat'], () => {
    const raised = new Set<string>();
    return {
      limitInForce(facts) {
        const { deviceId, channel, set, before } = facts;
        if (set === null || before === null) return documentRules.limitInForce(facts);
        if (set > before) raised.add(`${deviceId} ${channel}`);
        return set < before && raised.has(`${deviceId} ${channel}`) ? before : set;
      },
    };
  }),
  ruled('counts the messages that it withheld as well', ['limits/usage-counts'], () => {
    const withheld = new Map<string, number>();
    const of = (deviceId: number, channel: Channel) => withheld.get(`${deviceId} ${channel}`) ?? 0;
    return {
      allowance(facts) {
        const allowed = documentRules.allowance(facts);
        const { deviceId, channel } = facts;
        withheld.set(`${deviceId} ${channel}`, of(deviceId, channel) + facts.requested - allowed);
        return allowed;
      },
      usageShown: (facts) => ({
        email: documentRules.usageShown(facts).email + of(facts.deviceId, 'email'),
        sms: documentRules.usageShown(facts).sms + of(facts.deviceId, 'sms'),
      }),
      usageNextDay(facts) {
        for (const channel of channels) withheld.delete(`${facts.deviceId} ${channel}`);
        return documentRules.usageNextDay(facts);
      },
    };
  }),
  ruled('limits the messages of two days together', ['limits/next-day-restores'], () => {
    const before = new Map<number, Usage>();
    return {
      usageNextDay(facts) {
        before.set(facts.deviceId, facts.usage);
        return documentRules.usageNextDay(facts);
      },
      countedTowardsLimit: (facts) =>
        documentRules.countedTowardsLimit(facts) + (before.get(facts.deviceId)?.[facts.channel] ?? 0),
    };
  }),
  ruled('shows the messages of all days so far', ['limits/usage-restarts'], () => {
    const before = new Map<number, Usage>();
    const all = ({ deviceId, usage }: { deviceId: number; usage: Usage }): Usage => {
      const { email, sms } = before.get(deviceId) ?? { email: 0, sms: 0 };
      return { email: usage.email + email, sms: usage.sms + sms };
    };
    return {
      usageNextDay(facts) {
        before.set(facts.deviceId, all(facts));
        return documentRules.usageNextDay(facts);
      },
      usageShown: all,
    };
  }),
  ruled('keeps half of what was counted when the day ends', ['limits/usage-restarts'], () => ({
    usageNextDay: ({ usage }) => ({ email: usage.email >> 1, sms: usage.sms >> 1 }),
  })),
  ruled('ends the day after an hour', ['limits/next-day-restores', 'limits/stops-at-limit'], () => ({
    dayEnd: ({ after }) => (Math.floor(after / HOUR) + 1) * HOUR,
  })),
];

export const limitFaults: readonly Fault[] = [...limitsWrong, ...mixedUp];

/** Daily limits that hold for some values, some days or some devices alone (sections 2 and 8). */
import type { Channel } from '../../contracts/specification/judged.ts';
import { allowing, changed } from '../../simulator/deviations/channel.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Breakage, breakage, ruled } from './breakage.ts';
import { after, at, inRequest, refusal, without } from './wrapping.ts';

type LimitRule = Extract<Affected, `limits/${string}`>;

const only = (channel: Channel) => (facts: { channel: Channel }) => facts.channel === channel;

type Allowed = Parameters<Parameters<typeof allowing>[1]>[0];

/** Allows another number of messages where a limit is set. */
function allows(
  does: string,
  channel: Channel,
  ids: readonly LimitRule[],
  allow: (facts: Allowed) => number,
): Breakage {
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
): Breakage {
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
): Breakage {
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
function loses(does: string, ids: readonly Affected[], when: string, field: string): Breakage {
  return breakage(
    does,
    ids,
    inRequest(['setLimits'], (body) =>
      body[when] !== undefined && body[field] === undefined ? { ...body, [field]: null } : body,
    ),
  );
}

export const limitBreakages: readonly Breakage[] = [
  allows('takes a limit of 1 for 0', 'email', ['limits/sends-below-limit'], (facts) =>
    facts.limit === 1 ? 0 : asIt(facts),
  ),
  allows(
    'sends all that are asked for at once while the limit is not reached',
    'email',
    ['limits/stops-at-limit'],
    (facts) => (facts.used < facts.limit ? facts.requested : 0),
  ),
  allows(
    'sends all that are asked for at once while the limit is not reached',
    'sms',
    ['limits/stops-at-limit'],
    (facts) => (facts.used < facts.limit ? facts.requested : 0),
  ),
  allows('sends one more than a limit of 1', 'sms', ['limits/stops-at-limit'], (facts) =>
    asIt(facts.limit === 1 ? { ...facts, limit: 2 } : facts),
  ),
  allows('sends one more than a limit of three or more', 'email', ['limits/stops-at-limit'], (facts) =>
    asIt(facts.limit >= 3 ? { ...facts, limit: facts.limit + 1 } : facts),
  ),
  allows('knows no limit of more than ten', 'sms', ['limits/stops-at-limit'], (facts) =>
    facts.limit > 10 ? facts.requested : asIt(facts),
  ),
  allows('knows no limit of a hundred or more', 'email', ['limits/stops-at-limit'], (facts) =>
    facts.limit >= 100 ? facts.requested : asIt(facts),
  ),
  allows(
    'keeps limits in a byte',
    'sms',
    ['limits/sends-below-limit', 'limits/stops-at-limit', 'limits/raise-takes-effect'],
    (facts) => asIt({ ...facts, limit: facts.limit % 256 }),
  ),
  allows(
    'sends no more than fifty a day, whatever the limit',
    'email',
    ['limits/sends-below-limit', 'limits/raise-takes-effect'],
    (facts) => asIt({ ...facts, limit: Math.min(50, facts.limit) }),
  ),
  allows('sends one message a day at a limit of 0', 'email', ['limits/zero-sends-none'], (facts) =>
    asIt(facts.limit === 0 ? { ...facts, limit: 1 } : facts),
  ),
  allows('asks for no limit where a single message is sent', 'sms', ['limits/stops-at-limit'], (facts) =>
    facts.requested === 1 && facts.limit > 0 ? 1 : asIt(facts),
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
    'raises no limit by one',
    'sms',
    ['limits/raise-takes-effect', 'limits/changes-repeat'],
    ({ set, before }) => (set !== null && before !== null && set === before + 1 ? before : set),
  ),
  counts(
    'lowers no limit by one',
    'email',
    ['limits/lower-takes-effect', 'limits/changes-repeat'],
    ({ set, before }) => (set !== null && before !== null && set === before - 1 ? before : set),
  ),
  counts('keeps a limit that is taken away', 'sms', ['limits/raise-takes-effect'], ({ set, before }) =>
    set === null ? before : set,
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
    'refuses to lower a limit below the count by email, and says nothing',
    ['limits/lower-takes-effect/email'],
    () => {
      const used = new Map<number, number>();
      return {
        usageAfterSending(facts) {
          const after = documentRules.usageAfterSending(facts);
          used.set(facts.deviceId, after.email);
          return after;
        },
        usageNextDay(facts) {
          used.delete(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
        limitInForce: (facts) =>
          facts.channel === 'email' && facts.set !== null && facts.set < (used.get(facts.deviceId) ?? 0)
            ? facts.before
            : facts.set,
      };
    },
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
    'leaves a limit reached on the next day by sms',
    ['limits/next-day-restores/sms', 'limits/holds-each-day/sms'],
    staysReached('sms'),
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
    'forgets a limit of 0 on the next day by email',
    ['limits/holds-each-day/email', 'limits/zero-sends-none/email'],
    onDay('email', (limit, day) => (limit === 0 && day > 0 ? null : limit)),
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
  ruled(
    'counts SMS towards the limit of e-mails once one was sent',
    ['limits/channels-apart/email', 'limits/channels-apart/sms'],
    () => ({
      countedTowardsLimit: ({ channel, usage }) =>
        channel === 'email' && usage.email > 0 ? usage.email + usage.sms : usage[channel],
    }),
  ),
  ruled(
    'sends no SMS once the e-mails of the day are ten',
    ['limits/channels-apart/email', 'limits/channels-apart/sms'],
    () => ({
      countedTowardsLimit: ({ channel, usage }) =>
        channel === 'sms' && usage.email >= 10 ? Number.POSITIVE_INFINITY : usage[channel],
    }),
  ),
  loses(
    'takes the limit of SMS away when that of e-mails is set',
    ['limits/channels-apart/sms', 'limits/stops-at-limit/sms'],
    'dailyEmail',
    'dailySms',
  ),
  loses(
    'takes the limit of e-mails away when Expires is set',
    ['limits/stops-at-limit/email', 'limits/stops-at-limit/sms'],
    'expires',
    'dailyEmail',
  ),
  breakage(
    'sets both limits when that of e-mails is set',
    ['limits/channels-apart/sms', 'limits/channels-apart/email', 'limits/sends-below-limit/sms'],
    inRequest(['setLimits'], (body) =>
      body.dailyEmail !== undefined && body.dailySms === undefined
        ? { ...body, dailySms: body.dailyEmail }
        : body,
    ),
  ),
  breakage(
    'sets only the first of two limits that are set at once',
    ['limits/stops-at-limit/sms', 'limits/zero-sends-none/sms', 'limits/channels-apart/sms'],
    inRequest(['setLimits'], (body) => (body.dailyEmail !== undefined ? without(body, 'dailySms') : body)),
  ),
  breakage(
    'starts counters again when a limit is set',
    ['limits/usage-counts/email', 'limits/usage-counts/sms', 'limits/lower-takes-effect/sms'],
    after(['setLimits'], (world) => ({ id }) => {
      const device = world.lens.readPathId('device', id);
      if (device !== undefined) clearUsage(world, device);
    }),
  ),
  breakage(
    'sends without a limit after an activation',
    ['limits/stops-at-limit/email', 'limits/stops-at-limit/sms', 'limits/zero-sends-none/email'],
    after(['activate'], (world) => ({ id }) => {
      const device = world.lens.readPathId('device', id);
      if (device !== undefined) world.fleet.limits.set(device, { dailyEmail: null, dailySms: null });
    }),
  ),
  counter('counts what is sent at once as one', 'email', ['limits/usage-counts'], () => 1),
  counter('counts what is sent at once as one', 'sms', ['limits/usage-counts'], () => 1),
  counter('counts only what is sent at once', 'sms', ['limits/usage-counts'], ({ sent }) =>
    sent > 1 ? sent : 0,
  ),
  ruled('stops counting at nine by email', ['limits/usage-counts/email'], () => ({
    usageShown: (facts) =>
      changed(documentRules.usageShown(facts), only('email'), (count) => Math.min(9, count)),
  })),
  ruled(
    "shows the counters of both channels in each other's place",
    ['limits/usage-counts/email', 'limits/usage-counts/sms'],
    () => ({ usageShown: ({ usage }) => ({ email: usage.sms, sms: usage.email }) }),
  ),
  ruled(
    'shows the sum of both channels for e-mails',
    ['limits/usage-counts/email', 'limits/channels-apart/email', 'limits/channels-apart/sms'],
    () => ({ usageShown: ({ usage }) => ({ ...usage, email: usage.email + usage.sms }) }),
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
  breakage(
    'refuses to have counters set, and starts them again',
    ['limits/usage-read-only/email', 'limits/usage-read-only/sms'],
    at(['setLimits'], (world) => ({ body, id, pass }) => {
      const device = world.lens.readPathId('device', id);
      if (body.usage === undefined || device === undefined) return pass();
      clearUsage(world, device);
      return refusal(422);
    }),
  ),
  ruled(
    'takes a limit of less than -1',
    ['limits/negative-refused/email', 'limits/negative-refused/sms'],
    () => ({ limitAccepted: (facts) => facts.value < -1 || documentRules.limitAccepted(facts) }),
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
  ruled(
    'ignores the fourth change of a limit on a day by email',
    ['limits/changes-repeat/email', 'limits/raise-takes-effect/email', 'limits/lower-takes-effect/email'],
    () => repeats((time) => time === 4),
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

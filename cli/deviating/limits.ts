/** Daily limits that are kept otherwise than sections 1, 2 and 8 say, for the channels that were named. */
import type { Channel } from '../../contracts/specification/judged.ts';
import { documentRules, type Rules } from '../../simulator/simulator.ts';
import type { Deviate, DeviationsOf, Scope } from './deviation.ts';

type Usage = { readonly [C in Channel]: number };

export const limitDeviations: DeviationsOf<'limits'> = {
  'limits/sends-below-limit': limits('stops one message short of the limit', (mine) => ({
    allowance: (facts) =>
      documentRules.allowance(mine(facts) && facts.limit ? { ...facts, limit: facts.limit - 1 } : facts),
  })),
  'limits/stops-at-limit': limits('sends one message more than the limit', (mine) => ({
    allowance: (facts) =>
      documentRules.allowance(mine(facts) && facts.limit ? { ...facts, limit: facts.limit + 1 } : facts),
  })),
  'limits/zero-sends-none': limits('takes a limit of 0 for no limit', (mine) => ({
    allowance: (facts) =>
      documentRules.allowance(mine(facts) && facts.limit === 0 ? { ...facts, limit: null } : facts),
  })),
  'limits/next-day-restores': limits('counts the messages of earlier days, too', (mine) => {
    const earlier = new Days();
    return {
      usageNextDay: (facts) => earlier.add(facts),
      countedTowardsLimit: (facts) =>
        documentRules.countedTowardsLimit(facts) +
        (mine(facts) ? earlier.of(facts.deviceId, facts.channel) : 0),
    };
  }),
  'limits/per-device': limits('lets the messages of one device use up the limits of all others', (mine) => {
    const today = new Today();
    return {
      usageAfterSending: (facts) => today.note(facts.deviceId, documentRules.usageAfterSending(facts)),
      usageNextDay: (facts) => today.note(facts.deviceId, documentRules.usageNextDay(facts)),
      countedTowardsLimit: (facts) => {
        const own = documentRules.countedTowardsLimit(facts);
        return mine(facts) && today.sum(facts.channel) > own ? Number.POSITIVE_INFINITY : own;
      },
      usageShown: (facts) =>
        changed(documentRules.usageShown(facts), mine, (_, channel) => today.sum(channel)),
    };
  }),
  'limits/channels-apart': limits('counts e-mails and SMS together', (mine) => ({
    countedTowardsLimit: (facts) =>
      mine(facts) ? facts.usage.email + facts.usage.sms : documentRules.countedTowardsLimit(facts),
  })),
  'limits/raise-takes-effect': limits('lets a raised limit wait until the next day', (mine) => ({
    limitInForce: (facts) =>
      mine(facts) && facts.set !== null && facts.before !== null
        ? Math.min(facts.set, facts.before)
        : documentRules.limitInForce(facts),
  })),
  'limits/lower-takes-effect': limits('lets a lowered limit wait until the next day', (mine) => ({
    limitInForce: (facts) =>
      mine(facts) && facts.set !== null && facts.before !== null
        ? Math.max(facts.set, facts.before)
        : documentRules.limitInForce(facts),
  })),
  'limits/usage-counts': limits('shows one message too few', (mine) => ({
    usageShown: (facts) =>
      changed(documentRules.usageShown(facts), mine, (count) => (count > 1 ? count - 1 : count)),
  })),
  'limits/usage-read-only': limits('lets the counter be set', (mine) => ({
    usageAfterWrite: (facts) => {
      const written = (facts.written ?? {}) as { [C in Channel]?: unknown };
      const takes = (['email', 'sms'] as const).every(
        (channel) =>
          written[channel] === undefined || (mine({ channel }) && Number.isInteger(written[channel])),
      );
      return takes ? { ...facts.usage, ...(written as Usage) } : documentRules.usageAfterWrite(facts);
    },
  })),
  'limits/usage-restarts': limits('shows the messages of earlier days, too', (mine) => {
    const earlier = new Days();
    return {
      usageNextDay: (facts) => earlier.add(facts),
      usageShown: (facts) =>
        changed(
          documentRules.usageShown(facts),
          mine,
          (count, channel) => count + earlier.of(facts.deviceId, channel),
        ),
    };
  }),
  'limits/negative-refused': limits('takes a limit below zero', (mine) => ({
    limitAccepted: (facts) => (mine(facts) && facts.value < 0) || documentRules.limitAccepted(facts),
  })),
};

type Mine = (facts: { channel: Channel }) => boolean;

function limits(does: string, rules: (mine: Mine) => Partial<Rules>): Deviate {
  return ({ channels }: Scope) => ({ does, rules: rules(({ channel }) => channels.includes(channel)) });
}

function changed(usage: Usage, mine: Mine, change: (count: number, channel: Channel) => number): Usage {
  const of = (channel: Channel) => (mine({ channel }) ? change(usage[channel], channel) : usage[channel]);
  return { email: of('email'), sms: of('sms') };
}

const none: Usage = { email: 0, sms: 0 };

/** What devices sent on the days before. */
class Days {
  readonly #earlier = new Map<number, Usage>();

  /** A day has ended. */
  add(facts: { deviceId: number; usage: Usage }): Usage {
    const { email, sms } = this.#earlier.get(facts.deviceId) ?? none;
    this.#earlier.set(facts.deviceId, { email: email + facts.usage.email, sms: sms + facts.usage.sms });
    return documentRules.usageNextDay(facts);
  }

  of(deviceId: number, channel: Channel): number {
    return (this.#earlier.get(deviceId) ?? none)[channel];
  }
}

/** What all devices have sent today. */
class Today {
  readonly #counts = new Map<number, Usage>();

  note(deviceId: number, usage: Usage): Usage {
    this.#counts.set(deviceId, usage);
    return usage;
  }

  sum(channel: Channel): number {
    let sum = 0;
    for (const usage of this.#counts.values()) sum += usage[channel];
    return sum;
  }
}

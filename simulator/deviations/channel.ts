/** Deviations that are limited to the channels of their scope. */
import type { Channel } from '../../contracts/specification/judged.ts';
import type { Usage } from '../fleet/types.ts';
import { documentRules, type Rules } from '../options.ts';
import type { Deviation, Effects } from './deviation.ts';

/** Tells whether facts are about a channel of the scope. */
export type Mine = (facts: { channel: Channel }) => boolean;

export function limits(
  does: string,
  rules: (mine: Mine) => Partial<Rules>,
  effects: Effects = {},
): Deviation {
  return { does, rules: ({ channels }) => rules(({ channel }) => channels.has(channel)), ...effects };
}

type Allowing = Parameters<Rules['allowance']>[0];

/** Works out the allowance in another way where a limit is set. */
export function allowing(mine: Mine, allow: (facts: Allowing & { limit: number }) => number): Partial<Rules> {
  return {
    allowance: (facts) =>
      mine(facts) && facts.limit !== null
        ? allow({ ...facts, limit: facts.limit })
        : documentRules.allowance(facts),
  };
}

export function changed(
  usage: Usage,
  mine: Mine,
  change: (count: number, channel: Channel) => number,
): Usage {
  const of = (channel: Channel) => (mine({ channel }) ? change(usage[channel], channel) : usage[channel]);
  return { email: of('email'), sms: of('sms') };
}

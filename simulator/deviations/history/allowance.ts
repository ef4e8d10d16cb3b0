/** Helpers for faults of daily limits. */
import type { Channel } from '../../../contracts/specification/judged.ts';
import { documentRules, type Rules } from '../../options.ts';
import { allowing } from '../channel.ts';

const mine = () => true;
/** One channel of one device. */
export const keyOf = ({ deviceId, channel }: { deviceId: number; channel: Channel }) =>
  `${deviceId} ${channel}`;

type Sends = Parameters<Rules['allowance']>[0] & { limit: number };

/** An allowance that goes wrong where `wrong` gives another. */
export function wrongly(wrong: (facts: Sends) => number | undefined): Partial<Rules> {
  return allowing(mine, (facts) => wrong(facts) ?? documentRules.allowance(facts));
}

/** The limits that were last set, by device and channel; what is in force is as the document has it. */
export function limitsSet() {
  const set = new Map<string, number | null>();
  const limitInForce: (typeof documentRules)['limitInForce'] = (facts) => {
    set.set(keyOf(facts), facts.set);
    return documentRules.limitInForce(facts);
  };
  return { set, limitInForce };
}

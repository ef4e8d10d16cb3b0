/** A fault rule in words, for logs, stories and the page. */
import type { FaultRule } from './rule.ts';

type Told = { readonly [Name in keyof FaultRule]?: (value: never, rule: FaultRule) => string };

const cuts = {
  before: 'the connection is cut',
  after: 'carried out, and the connection is cut in place of the answer',
  middle: 'the connection is cut in the middle of the answer',
};
const span = (value: number | string): string => (typeof value === 'number' ? `${value} ms` : value);

const effects: Told = {
  latency: (value: number | string) => `answered after ${span(value)}`,
  delay: (value: string) => `answered ${value} later on the fake clock`,
  revoke: () => 'its token is revoked',
  status: (value: number) => `answered with ${value}`,
  refusal: (value: string) => `refused (${value})`,
  cut: (value: keyof typeof cuts) => cuts[value],
  slow: (value: number) => `${value} bytes a second`,
  stale: (value: string) => `answered as before for ${value}`,
  limit: ({ requests, per, by = 'all' }: NonNullable<FaultRule['limit']>) =>
    `${requests} calls in ${per}${by === 'all' ? '' : ` for each ${by}`}`,
  notifies: (value: number) => `each message is sent ${value} times`,
};

const conditions: Told = {
  device: (value: string | number | readonly (string | number)[]) => {
    const ids = [value].flat();
    return ids.length > 3 ? `of ${ids.length} devices` : `of device ${ids.join(', ')}`;
  },
  user: (value: string) => `by ${value}`,
  token: (value: number) => `with token ${value}`,
  header: (value: object) => `with ${Object.keys(value).join(', ')}`,
  from: (value: string) => `from ${value}`,
  until: (value: string) => `until ${value}`,
  nth: (value: number | readonly number[]) => `call ${[value].flat().join(', ')}`,
  every: (value: number) => `every ${value} calls`,
  probability: (value: number) => `${Math.round(value * 1000) / 10} % of calls`,
  times: (value: number) => (value === 1 ? 'once' : `${value} times`),
};

/**
 * What a rule meets: `every operation`, or the names of operations, and which of their calls.
 *
 * @example metBy({ operation: 'createGroup', nth: 2 }) // 'createGroup, call 2'
 */
export function metBy(rule: FaultRule): string {
  const { operation = '*' } = rule;
  const named = [operation].flat().join(', ');
  const calls = rule.notifies === undefined ? 'every operation' : 'alerts';
  return [named === '*' ? calls : named, ...told(conditions, rule)].join(', ');
}

/**
 * What becomes of a call.
 *
 * @example effectOf({ operation: 'createGroup', status: 503, latency: 200 }) // 'answered after 200 ms, answered with 503'
 */
export function effectOf(rule: FaultRule): string {
  return told(effects, rule).join(', ');
}

function told(table: Told, rule: FaultRule): string[] {
  const names = Object.keys(table) as (keyof FaultRule)[];
  return names.flatMap((name) => {
    const value = rule[name];
    return value === undefined
      ? []
      : [(table[name] as (value: unknown, rule: FaultRule) => string)(value, rule)];
  });
}

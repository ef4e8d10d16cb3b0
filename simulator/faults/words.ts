/** A fault rule in words, for logs, stories and the page. */
import type { FaultRule } from './rule.ts';

/** The words for a field of a rule that has it. */
interface Words {
  readonly [field: string]: (rule: FaultRule) => string;
}

const cuts = {
  before: 'the connection is cut',
  after: 'carried out, and the connection is cut in place of the answer',
  middle: 'the connection is cut in the middle of the answer',
};

const effects: Words = {
  latency: ({ latency }) => `answered after ${typeof latency === 'number' ? `${latency} ms` : latency}`,
  delay: ({ delay }) => `answered ${delay} later on the fake clock`,
  revoke: () => 'its token is revoked',
  status: ({ status }) => `answered with ${status}`,
  refusal: ({ refusal }) => `refused (${refusal})`,
  cut: ({ cut = 'before' }) => cuts[cut],
  slow: ({ slow }) => `${slow} bytes a second`,
  stale: ({ stale }) => `answered as before for ${stale}`,
  limit: ({ limit }) =>
    `${limit?.requests} calls in ${limit?.per}${limit?.by === undefined ? '' : ` for each ${limit.by}`}`,
};

/** More names than these are counted. */
const MAX_NAMED = 3;

const conditions: Words = {
  device({ device = [] }) {
    const ids = [device].flat();
    return ids.length > MAX_NAMED ? `of ${ids.length} devices` : `of device ${ids.join(', ')}`;
  },
  user: ({ user }) => `by ${user}`,
  token: ({ token }) => `with token ${token}`,
  header: ({ header = {} }) => `with ${Object.keys(header).join(', ')}`,
  from: ({ from }) => `from ${from}`,
  until: ({ until }) => `until ${until}`,
  nth: ({ nth = [] }) => `call ${[nth].flat().join(', ')}`,
  after: ({ after }) => `after ${after} calls`,
  every: ({ every }) => `every ${every} calls`,
  probability: ({ probability = 1 }) => `${Math.round(probability * 1000) / 10} % of calls`,
  times: ({ times }) => (times === 1 ? 'once' : `${times} times`),
};

/**
 * The calls that a rule meets.
 *
 * @example metBy({ operation: 'createGroup', nth: 2 }) // 'createGroup, call 2'
 */
export function metBy(rule: FaultRule): string {
  const named = [rule.operation ?? '*'].flat().join(', ');
  return [named === '*' ? 'every operation' : named, ...told(conditions, rule)].join(', ');
}

/**
 * The effects of a rule on a call.
 *
 * @example effectOf({ operation: 'createGroup', status: 503, latency: 200 }) // 'answered after 200 ms, answered with 503'
 */
export function effectOf(rule: FaultRule): string {
  return told(effects, rule).join(', ');
}

function told(words: Words, rule: FaultRule): string[] {
  return Object.entries(words).flatMap(([field, say]) => (Object.hasOwn(rule, field) ? say(rule) : []));
}

/** The run as it is. The same run gives the same bytes: fields in the order of `Run`, names of maps by the alphabet. */
import type { Run } from '../verify/run.ts';

/** The fields of the record, outermost first, as `contracts/verify/run.ts` has them. */
const order = [
  ['format', 'version', 'tool', 'target', 'profile', 'given', 'startedAt', 'finishedAt', 'nonce', 'seed'],
  [
    'exitCode',
    'conclusion',
    'interrupted',
    'gone',
    'fault',
    'journalLost',
    'unmet',
    'warnings',
    'leftBehind',
    'staleBaseline',
    'expiredBaseline',
  ],
  [
    'sharpness',
    'outcomes',
    'id',
    'rule',
    'section',
    'verdict',
    'accepted',
    'acceptance',
    'reason',
    'stakes',
    'byStatus',
    'expected',
    'observed',
    'steps',
    'step',
    'came',
    'run',
    'unlock',
    'leftOpen',
    'retries',
  ],
  ['observations', 'opening', 'pinned', 'drift', 'notCompared'],
  ['exchanges', 'index', 'purpose', 'at', 'milliseconds', 'request', 'issuedBy', 'reply', 'failure'],
  ['method', 'url', 'status', 'headers', 'body', 'truncated'],
].flat();
const places = new Map(order.map((name, index) => [name, index]));

export function renderJson(run: Run): string {
  return `${JSON.stringify(ordered(run), null, 2)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, ordered(field)]));
}

function placeOf(name: string): number {
  return places.get(name) ?? order.length;
}

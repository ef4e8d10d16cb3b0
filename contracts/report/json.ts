/** The run as it is. The same run gives the same bytes: what names it first, long lists last, all else by the alphabet. */
import type { Run } from '../verify/run.ts';

const first = ['format', 'version', 'tool', 'target', 'profile', 'exitCode', 'conclusion', 'id', 'verdict'];
const last = ['outcomes', 'observations', 'exchanges', 'steps', 'request', 'reply', 'headers', 'body'];

/** @param indent spaces for each level; 0 for all on one line */
export function renderJson(run: Run, indent = 2): string {
  return `${JSON.stringify(ordered(run), null, indent)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, ordered(field)]));
}

function placeOf(name: string): number {
  const [early, late] = [first.indexOf(name), last.indexOf(name)];
  return early >= 0 ? early - first.length : late + 1;
}

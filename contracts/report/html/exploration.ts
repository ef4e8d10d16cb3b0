/** How far random histories went: which step was taken in which state, after which step. */
import type { Run } from '../../suite/run.ts';
import { type Html, html } from './markup.ts';
import { part } from './parts.ts';

export function exploration({ explored }: Run): Html {
  if (!explored) return html``;
  const { histories, steps, judged, requests, coverage } = explored;
  const cells = new Map<string, Map<string, number>>();
  const columns = new Set<string>();
  for (const [key, count] of Object.entries(coverage)) {
    const places = key.split(' > ');
    const step = places.pop() ?? key;
    const row = places.filter((place) => place.trim() !== '').join(', ');
    columns.add(step);
    const counts = cells.get(row) ?? new Map<string, number>();
    cells.set(row, counts.set(step, (counts.get(step) ?? 0) + count));
  }
  const names = [...columns].sort();
  const rows = [...cells].sort(([one], [other]) => (one < other ? -1 : 1));
  const note = `${histories} histories with ${steps} steps (${judged} judged) in ${requests} requests. A row is the step before and the state, a column what was done then.`;
  return part(
    'exploration',
    'Exploration',
    note,
    html`<details><summary>${rows.length} states, ${names.length} kinds of steps</summary><div class="scroll"><table><thead><tr><th scope="col">after, in the state</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(([row, counts]) => html`<tr><th scope="row">${row || 'nothing'}</th>${names.map((name) => html`<td>${counts.get(name) ?? ''}</td>`)}</tr>`)}</tbody></table></div></details>`,
  );
}

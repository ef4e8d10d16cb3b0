/** Words in braces, for which something else is shown: where none has a meaning, it would be shown as it stands. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';

const placeholders = {
  it: '{it} is the device that set off the entry, in a caption of an entry with "when"',
  n: '{n} is the number of the device within its part, in a label',
};

/** Reports every placeholder of a text but `possible`. */
export function checkPlaceholders(
  text: unknown,
  path: Path,
  diagnostics: Diagnostics,
  possible?: keyof typeof placeholders,
): void {
  if (typeof text !== 'string') return;
  const found = new Set([...text.matchAll(/\{\s*([a-z][\w.-]{0,40})\s*\}/gi)].map(([all]) => all));
  for (const placeholder of found) {
    if (placeholder === `{${possible}}`) continue;
    const meant = possible === undefined ? Object.values(placeholders).join('; ') : placeholders[possible];
    const message = `${quoted(placeholder)} means nothing here and would be shown as it stands`;
    diagnostics.wrong('PLACEHOLDER_UNKNOWN', path, message, meant);
  }
}

/**
 * Texts for people. Words in braces stand for something else: where none has a meaning, it would be shown as it stands. A
 * text is not to be cut by a `#` that was meant.
 */
import { mapTable, nameIn, namesOf } from '../../../contracts/kit/tables.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import { textCut } from '../source.ts';
import type { Diagnostics } from './diagnostics.ts';

/** The values that a caption shows as they are at its moment, by their names in braces. */
export const captionValues = {
  time: 'the time on the clocks of the story',
  sent: 'how many messages were sent so far',
  withheld: 'how many messages were not sent so far',
  alerts: 'how many alerts were raised so far',
};
export type CaptionValue = keyof typeof captionValues;

const placeholders = {
  it: '{it} is the device that set off the entry, in a caption of an entry with "when"',
  n: '{n} is the number of the device within its part, in a label',
  ...mapTable(captionValues, (what, name) => `{${name}} is ${what}, in a caption`),
};
type Placeholder = keyof typeof placeholders;

/** Words in braces, each once. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\s*([a-z][\w.-]{0,40})\s*\}/gi)].map(([all]) => all))];
}

/** Reports every placeholder of a text but `possible`, and what YAML leaves out of the text. */
export function checkText(
  text: unknown,
  path: Path,
  diagnostics: Diagnostics,
  possible: readonly Placeholder[] = [],
): void {
  if (typeof text !== 'string') return;
  const cut = diagnostics.cutFrom(text, path);
  if (cut !== undefined) {
    const { code, message, hint } = textCut(cut);
    diagnostics.wrong(code, path, message, hint);
  }
  for (const placeholder of placeholdersIn(text)) {
    if (possible.some((name) => placeholder === `{${name}}`)) continue;
    const known = nameIn(placeholders, placeholder.replace(/[{}\s]/g, ''));
    const those = known ? [known] : possible.length === 0 ? namesOf(placeholders) : possible;
    const meant = those.map((name) => placeholders[name]).join('; ');
    const message = `${quoted(placeholder)} means nothing here and would be shown as it stands`;
    diagnostics.wrong('PLACEHOLDER_UNKNOWN', path, message, meant);
  }
}

/** Texts for people. Words in braces stand for something else: where none has a meaning, it would be shown as it stands. */
import { nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Names } from './names.ts';
import type { Path } from './problems.ts';

/** Names that can stand in braces, and their places. */
const placeholders = {
  it: '{it} is the device that set off the entry, in a caption of an entry with "when"',
  n: '{n} is the number of the device within its part, in a label',
  time: '{time} is the time on the clocks of the story, in a caption',
  sent: '{sent}, {sent sms} and {sent of van} are how many messages were sent so far, in a caption',
  withheld: '{withheld} is how many messages were not sent so far, in a caption',
  alerts: '{alerts} and {alerts of van} are how many alerts were raised so far, in a caption',
  fact: '{temperature of van-1} is a sensor, or a fact such as speed, of its last location, in a caption',
};
export type Placeholder = keyof typeof placeholders;

/** `{sent}`, `{sent sms of van-1}`, `{temperature of it}`. */
export const inBraces =
  /\{\s*([a-z][\w.-]{0,40})(?:\s+(email|sms))?(?:\s+of\s+([^\s{}][^{}]{0,80}?))?\s*\}/gi;

/** Reports every placeholder of a text but those that are known. */
export function checkText(
  text: string,
  path: Path,
  names: Names,
  possible: readonly Placeholder[] = [],
  known: readonly string[] = possible.map((name) => `{${name}}`),
): void {
  for (const placeholder of new Set([...text.matchAll(inBraces)].map(([all]) => all))) {
    if (known.includes(placeholder)) continue;
    const near = nameIn(placeholders, /\w+/.exec(placeholder)?.[0] ?? '');
    const those = near ? [near] : possible.length === 0 ? namesOf(placeholders) : possible;
    const meant = those.map((name) => placeholders[name]).join('; ');
    const message = `${quoted(placeholder)} means nothing here and would be shown as it stands`;
    names.wrong('PLACEHOLDER_UNKNOWN', path, message, meant);
  }
}

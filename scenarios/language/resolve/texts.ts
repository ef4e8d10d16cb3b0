/** Texts for people. Words in braces stand for something else: where none has a meaning, it would be shown as it stands. */
import { nameIn, namesOf } from '../../../contracts/kit/tables.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { readableFacts } from '../../device-faults/index.ts';
import type { Path } from '../problems.ts';
import type { CaptionValue, CaptionValues } from '../terms.ts';
import type { Names } from './names.ts';

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
type Placeholder = keyof typeof placeholders;
const ofCaption: readonly Placeholder[] = ['time', 'sent', 'withheld', 'alerts', 'fact'];

/** `{sent}`, `{sent sms of van-1}`, `{temperature of it}`. */
const inBraces = /\{\s*([a-z][\w.-]{0,40})(?:\s+(email|sms))?(?:\s+of\s+([^\s{}][^{}]{0,80}?))?\s*\}/gi;

/** Reports every placeholder of a text but those that are known, and what YAML leaves out of the text. */
export function checkText(
  text: unknown,
  path: Path,
  names: Names,
  possible: readonly Placeholder[] = [],
  known: readonly string[] = possible.map((name) => `{${name}}`),
): void {
  if (typeof text !== 'string') return;
  const cut = names.cutFrom(text, path);
  if (cut !== undefined) {
    const message = `the text ends before ${quoted(cut)}, which YAML takes for a comment`;
    names.wrong('TEXT_CUT', path, message, 'put quotes round the text, or a space after the # of a comment');
  }
  for (const placeholder of new Set([...text.matchAll(inBraces)].map(([all]) => all))) {
    if (known.includes(placeholder)) continue;
    const near = nameIn(placeholders, /\w+/.exec(placeholder)?.[0] ?? '');
    const those = near ? [near] : possible.length === 0 ? namesOf(placeholders) : possible;
    const meant = those.map((name) => placeholders[name]).join('; ');
    const message = `${quoted(placeholder)} means nothing here and would be shown as it stands`;
    names.wrong('PLACEHOLDER_UNKNOWN', path, message, meant);
  }
}

/** The values of a caption, by what stands for them; any others in braces are reported. */
export function readCaption(
  text: string | undefined,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): CaptionValues {
  if (text === undefined) return {};
  const values: { [written: string]: CaptionValue } = {};
  for (const found of text.matchAll(inBraces)) {
    const value = captionValue(found, path, names, mayBeIt);
    if (value !== undefined) values[found[0]] = value;
  }
  checkText(text, path, names, mayBeIt ? ['it', ...ofCaption] : ofCaption, Object.keys(values));
  return values;
}

function captionValue(
  [, word = '', written, of]: RegExpMatchArray,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): CaptionValue | undefined {
  const channel = written === undefined ? null : written.toLowerCase() === 'sms' ? 'sms' : 'email';
  if (word === 'time' || (word === 'it' && mayBeIt))
    return written === undefined && of === undefined ? { kind: word } : undefined;
  const devices = of === undefined ? null : names.those(of, path, mayBeIt);
  // Faults of the devices are told: the story is not played.
  if (devices === undefined) return { kind: 'time' };
  if (word === 'sent' || word === 'withheld' || (word === 'alerts' && channel === null))
    return { kind: word, devices, channel };
  const isFact = channel === null && (names.sensors.has(word) || readableFacts.includes(word));
  const isOne = devices === 'it' || devices?.count === 1;
  return isFact && isOne ? { kind: 'fact', fact: word, devices } : undefined;
}

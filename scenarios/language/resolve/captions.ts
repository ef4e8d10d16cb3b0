/** Captions: what stands in braces there is a value of their moment. */
import { readableFacts } from '../../device-faults/index.ts';
import type { Path } from '../problems.ts';
import type { CaptionValue, CaptionValues, Channel } from '../terms.ts';
import type { Names } from './names.ts';
import { checkText, inBraces, type Placeholder } from './texts.ts';

const ofCaption: readonly Placeholder[] = ['time', 'sent', 'withheld', 'alerts', 'fact'];

/** The values of a caption, by what stands for them; any others in braces are reported. */
export function readCaption(text: unknown, path: Path, names: Names, mayBeIt: boolean): CaptionValues {
  if (typeof text !== 'string') return {};
  const values: { [written: string]: CaptionValue } = {};
  for (const [written, word = '', channel, of] of text.matchAll(inBraces)) {
    const value = captionValue(word, channel as Channel | undefined, of, path, names, mayBeIt);
    if (value !== undefined) values[written] = value;
  }
  const possible = mayBeIt ? (['it', ...ofCaption] as const) : ofCaption;
  checkText(text, path, names.diagnostics, possible, Object.keys(values));
  return values;
}

function captionValue(
  word: string,
  channel: Channel | undefined,
  of: string | undefined,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): CaptionValue | undefined {
  const isBare = channel === undefined && of === undefined;
  if (word === 'time' || word === 'it')
    return isBare && (mayBeIt || word === 'time') ? { kind: word } : undefined;
  const devices = of === undefined ? null : names.those(of, path, mayBeIt);
  // Faults of the devices are told: the story is not played.
  if (devices === undefined) return { kind: 'time' };
  if (word === 'sent' || word === 'withheld' || (word === 'alerts' && channel === undefined))
    return { kind: word, devices, channel: channel ?? null };
  const isKnown = names.sensors.has(word) || readableFacts.includes(word);
  if (devices === null || channel !== undefined || !isKnown) return undefined;
  const isOne = devices === 'it' || devices.count === 1;
  return isOne ? { kind: 'fact', fact: word, devices } : undefined;
}

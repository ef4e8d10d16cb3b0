/** What the expectations on messages share. */
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Channel, Devices, Wanted } from '../language/terms.ts';
import { channelWord, numberInWords, type StoryNames } from '../language/words.ts';
import { isAmong, type Scene } from '../player/scene.ts';
import type { Reading } from './define.ts';
import { type Finding, number } from './finding.ts';
import { ofDevices } from './wanted.ts';

export const from = option('Of these devices only; default all.', ref('devices'));
export const messageFilters = { from, channel: option('Default both.', ref('channel')) };

/** `null` for all devices; `undefined`, with the problem noted, for devices that are not in the story. */
export function devicesFrom({
  fields: { from },
  path,
  names,
  mayBeIt,
}: Reading<unknown, { from?: string }>): Devices | null | undefined {
  return from === undefined ? null : names.those(from, [...path, 'from'], mayBeIt);
}

interface Messages {
  devices: Devices | null;
  channel: Channel | null;
  reason: string | null;
  wanted: Wanted;
}
type Outcome = 'sent' | 'withheld';

export function messagesInWords(
  { devices, channel, reason, wanted }: Messages,
  outcome: Outcome,
  names: StoryNames,
): string {
  const what = channel === null ? 'messages' : channelWord(channel);
  const because = reason === null ? '' : ` for ${reason}`;
  return `${what}${ofDevices(devices, names)} ${outcome}${because}: ${numberInWords(wanted)}`;
}

export function countMessages(
  { devices, channel, reason, wanted }: Messages,
  outcome: Outcome,
  { tally }: Scene,
  it: number | null,
): Finding {
  const counts = (device: number) => devices === null || isAmong(devices, device, it);
  return number(tally.messages({ channel, outcome, reason }, counts), wanted);
}

export const notCountedOnTarget = { notJudged: 'no operation reads messages' };

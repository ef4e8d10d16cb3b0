/**
 * What shows whether a step took effect: of a limit, messages up to it and one more; of a wait, what it has changed; of a
 * record, how it is read.
 */
import type { Family } from '../judge/event.ts';
import type { Step } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import type { Drawing } from './values.ts';

/** So many of a hundred changes are probed at once; the others come to light later. */
const PROBED = 55;
/** So many records are looked at in the list, which shows the others too. */
const LISTED = 20;
/** So many limits are looked at on another device, and so many by one message alone. */
const NEXT_DOOR = 25;
const PARTLY = 25;
const PROBED_BURSTS = 70;
const PROBED_EXPIRY = 85;

/** The steps that look at one. Some changes are not looked at: what they leave behind comes to light later. */
export function probe(step: Step, drawing: Drawing): Step[] {
  const { draws, shadow, made, favourite, theme, watched } = drawing;
  if (step.do === 'burst') {
    const [call] = step.calls;
    if (!call || !('record' in call) || !draws.chance(PROBED_BURSTS)) return [];
    return [{ do: 'read', family: call.family, record: call.record }];
  }
  if (step.do === 'update' || step.do === 'replace' || step.do === 'delete' || step.do === 'create')
    return draws.chance(watched) ? [readingOf(step, draws.chance(LISTED))] : [];
  if (step.do === 'locate') return draws.chance(watched) ? [{ do: 'last', device: step.device }] : [];
  if (step.do === 'alert') return draws.chance(watched) ? [{ do: 'visit', device: step.device }] : [];
  if ((step.do === 'send' || step.do === 'limit') && draws.chance(watched))
    return [{ do: 'settings', device: step.device }];
  if (step.do === 'wait' && theme === 'licences') {
    if (!draws.chance(PROBED_EXPIRY)) return [];
    const expired = numbersTo(made).filter((device) => shadow.isGone(`device ${device}`));
    return [...expired.map((device): Step => ({ do: 'settings', device })), { do: 'licences' }];
  }
  if (!draws.chance(PROBED)) return [];
  if (step.do === 'activate') return [{ do: 'licences' }, { do: 'settings', device: step.device }];
  if (step.do === 'wait' && theme !== 'limits') return [];
  if (step.do === 'counter' || (step.do === 'wait' && draws.chance(25)))
    return [{ do: 'settings', device: step.do === 'wait' ? favourite : step.device }];
  return linesOf(step, drawing).flatMap((line) => messages(line, step.do === 'wait', drawing));
}

/** What is looked at after a row of steps of one device. */
export function rowLooks(drawing: Drawing): Step[] {
  const { theme, favourite: device, channel } = drawing;
  if (theme === 'licences') return [{ do: 'settings', device }, { do: 'licences' }];
  return theme === 'limits' ? messages({ device, channel }, true, drawing) : [];
}

interface OfLine {
  device: number;
  channel: Channel;
}

/** The lines on which it shows whether a step took effect; of a limit now and then that of another device. */
function linesOf(step: Step, { draws, made, favourite, channel }: Drawing): readonly OfLine[] {
  if (step.do === 'wait') return [{ device: favourite, channel }];
  if (step.do === 'limits') return channelIds.map((each) => ({ device: step.device, channel: each }));
  if (step.do !== 'limit') return [];
  if (made === 1 || !draws.chance(NEXT_DOOR)) return [step];
  const other = 1 + ((step.device - 1 + 1 + draws.below(made - 1)) % made);
  return [{ device: other, channel: step.channel }];
}

/** Messages up to the limit of a line and one more, or only one: what is left of a limit is another state than none. */
function messages({ device, channel }: OfLine, afterWait: boolean, { draws, shadow }: Drawing): Step[] {
  const send = (count: number): Step => ({ do: 'send', device, channel, count });
  const room = shadow.room(device, channel);
  // Nothing follows from messages before a limit was set.
  if (room === undefined)
    return shadow.line(device, channel).limit === null
      ? []
      : [{ do: 'limit', device, channel, to: 4 }, send(1)];
  if (room === 0 || (!afterWait && draws.chance(PARTLY))) return [send(1)];
  const beyond = afterWait || draws.chance(70);
  // The first alone: several may be withheld together.
  return [send(1), ...(room > 1 ? [send(room - 1)] : []), ...(beyond ? [send(1)] : [])];
}

function readingOf({ family, record }: { family: Family; record: number }, inList: boolean): Step {
  return inList ? { do: 'list', family } : { do: 'read', family, record };
}

/** 1, 2, 3 and so on. */
export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

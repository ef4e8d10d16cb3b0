/**
 * What shows whether a step took effect: of a limit, messages up to it and one more; of a wait, what it has changed; of a
 * record, how it is read.
 */
import type { Family } from '../model/event.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import type { Step } from './steps.ts';
import type { Drawing } from './values.ts';

/** So many of a hundred changes are probed at once; the others come to light later. */
const PROBED = 55;
/** So many records are looked at in the list, which shows the others too. */
const LISTED = 20;
const PROBED_BURSTS = 70;
const PROBED_EXPIRY = 85;

/** The steps that look at one. Some changes are not looked at: what they leave behind comes to light later. */
export function probe(
  step: Step,
  { draws, shadow, made, favourite, channel, theme, watched }: Drawing,
): Step[] {
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
  if (step.do === 'counter' || (step.do === 'wait' && theme === 'limits' && draws.chance(25)))
    return [{ do: 'settings', device: step.do === 'wait' ? favourite : step.device }];
  const lines = linesOf(step, { device: favourite, channel });
  return lines.flatMap(({ device, channel }) => {
    const room = shadow.room(device, channel);
    if (room === undefined) return [];
    const counts = upTo(room, step.do === 'wait' || draws.chance(70));
    return counts.map((count): Step => ({ do: 'send', device, channel, count }));
  });
}

interface OfLine {
  device: number;
  channel: Channel;
}

/** The lines on which it shows whether a step took effect. */
function linesOf(step: Step, favourite: OfLine): readonly OfLine[] {
  if (step.do === 'limit') return [step];
  if (step.do === 'limits') return channelIds.map((channel) => ({ device: step.device, channel }));
  return step.do === 'wait' ? [favourite] : [];
}

/** Messages that fill a limit: the first alone, since several may be withheld together; `beyond`: and one more. */
function upTo(room: number, beyond: boolean): number[] {
  if (room === 0) return [1];
  return [1, ...(room > 1 ? [room - 1] : []), ...(beyond ? [1] : [])];
}

function readingOf({ family, record }: { family: Family; record: number }, inList: boolean): Step {
  return inList ? { do: 'list', family } : { do: 'read', family, record };
}

/** 1, 2, 3 and so on. */
export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

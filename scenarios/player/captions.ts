/** Captions as they are shown: with the device that set off their entry, and values of the moment. */
import { nameIn } from '../../contracts/kit/tables.ts';
import { type CaptionValue, captionValues } from '../language/resolve/texts.ts';
import { localText } from '../language/resolve/times.ts';
import type { Scene } from './scene.ts';

const all = () => true;
const any = { channel: null, reason: null, to: null };

const values: { readonly [V in CaptionValue]: (scene: Scene) => string | number } = {
  // `2026-03-02 08:00:05` without its date.
  time: ({ timeline, story }) => localText(timeline.now, story.clock.timeZone).slice('2026-03-02 '.length),
  sent: ({ counters }) => counters.messages({ ...any, outcome: 'sent' }, all),
  withheld: ({ counters }) => counters.messages({ ...any, outcome: 'withheld' }, all),
  alerts: ({ counters }) => counters.alerts(null, all),
};

/** @param it the device that set off the entry, if one did */
export function captionOf(text: string, it: number | null, scene: Scene): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => {
    if (name === 'it' && it !== null) return scene.fleet.devices.nameOf(it);
    const value = nameIn(captionValues, name);
    return value === undefined ? written : String(values[value](scene));
  });
}

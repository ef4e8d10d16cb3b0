/** Captions as they are shown: with the device that set off their entry, and values of the moment. */
import { rounded } from '../facts/finding.ts';
import { type CaptionValue, type CaptionValues, idsOf } from '../language/terms.ts';
import { localText } from '../language/times.ts';
import type { Scene } from './scene.ts';

/** @param it the device that set off the entry, if one did */
export function captionOf(text: string, values: CaptionValues, it: number | null, scene: Scene): string {
  let shown = text;
  for (const [written, value] of Object.entries(values))
    shown = shown.replaceAll(written, () => String(shownValue(value, it, scene)));
  return shown;
}

function shownValue(value: CaptionValue, it: number | null, scene: Scene): string | number {
  const { counters, fleet, story, timeline } = scene;
  switch (value.kind) {
    case 'it':
      return it === null ? '' : fleet.devices.nameOf(it);
    case 'time':
      // `2026-03-02 08:00:05` without its date.
      return localText(timeline.now, story.clock.timeZone).slice('2026-03-02 '.length);
    case 'fact': {
      const [device = 0] = idsOf(value.devices, it);
      const last: { readonly [fact: string]: unknown } = Object(fleet.locations.last(device));
      const shown = Object(last.attributes)[value.fact] ?? last[value.fact];
      return typeof shown === 'number' ? rounded(shown) : '–';
    }
    case 'count':
      return counters.count(value.sought, value.devices, it);
  }
}

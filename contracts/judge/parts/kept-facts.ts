/**
 * Facts of groups and users that a deployment was seen to keep, whenever in a history that was: what it keeps by one write
 * it keeps by each.
 */
import { type Event, effectOf, type Family, singleEvents } from '../event.ts';
import { type Kept, keptAfter, plainTexts } from './record-texts.ts';

/** By family. */
export type KeptFacts = { readonly [F in Family]?: Kept };

export function keptIn(events: readonly Event[]): KeptFacts {
  const kept: { [F in Family]?: Kept } = {};
  const sent = new Map<string, { readonly [fact: string]: string }>();
  for (const event of singleEvents(events).map(effectOf)) {
    if (!('family' in event) || !('record' in event)) continue;
    const { family, record } = event;
    const key = `${family} ${record}`;
    const before = sent.get(key) ?? {};
    if (event.kind === 'created' || event.kind === 'replaced') sent.set(key, plainTexts(event.texts));
    else if (event.kind === 'updated') sent.set(key, { ...before, ...plainTexts(event.texts) });
    else if (event.kind === 'read' && event.found)
      kept[family] = keptAfter(kept[family] ?? {}, before, event.texts);
  }
  return kept;
}

/** A story with what was done while it was played: the text of a file that plays the same. */
import { isMap, isSeq, parseDocument, YAMLMap } from 'yaml';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { Story } from './story.ts';

export interface RecordedEntry {
  /** Ms since 1970 UTC. */
  at: number;
  /** The fields of the entry beside its time, or a note for people. */
  doing: object;
}

/**
 * @param text the file of the story
 * @param story as it was played: its seed and its user are written where the file says others
 */
export function recordedText(text: string, story: Story, entries: readonly RecordedEntry[]): string {
  const document = parseDocument(text);
  if (!isMap(document.contents)) return text;
  const { clock, account } = story;
  if ((document.getIn(['clock', 'seed']) ?? 1) !== clock.seed) document.setIn(['clock', 'seed'], clock.seed);
  if (story.cast === undefined && (document.getIn(['account', 'userName']) ?? 'demo') !== account.userName)
    document.setIn(['account', 'userName'], account.userName);
  const before = document.get('recorded');
  const list = isSeq(before) ? before : document.createNode([]);
  let notes: string[] = [];
  for (const { at, doing } of entries) {
    if ('note' in doing) {
      notes.push(` ${isoUtc(at)}: ${String(doing.note)}`);
      continue;
    }
    const item = new YAMLMap();
    for (const [name, value] of Object.entries({ at: isoUtc(at), ...doing }))
      item.set(name, document.createNode(value));
    if (notes.length > 0) item.commentBefore = notes.join('\n');
    notes = [];
    list.add(item);
  }
  if (list.items.length > 0) document.set('recorded', list);
  if (notes.length > 0) document.comment = notes.join('\n');
  return document.toString({ lineWidth: 100 });
}

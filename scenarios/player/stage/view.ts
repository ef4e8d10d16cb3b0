/** A story as the live page shows it: JSON, times as ISO 8601 UTC, positions as latitude and longitude. */

import { MINUTE } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type {
  StoryEntry,
  StoryLimit,
  StorySummary,
  StoryView,
} from '../../../simulator/control/schemas/index.ts';
import type { Condition } from '../../facts/conditions.ts';
import type { Story } from '../../language/story.ts';
import type { Site } from '../../language/terms.ts';
import type { ExpectationResult } from '../ledger.ts';
import { nextMoment } from '../moments.ts';
import { routesOf } from './map.ts';

/** Entries that are shown, and chapters; what comes every minute for days would hide all else. */
const MOMENTS_SHOWN = 1_000;
const TURNS_SHOWN = 200;

/** A story as listed to choose from. */
export function summaryOf(story: Story): StorySummary {
  const { name, title, summary, devices, clock } = story;
  return {
    name,
    title,
    summary,
    devices,
    duration: durationInWords(clock.end - clock.start),
    chapters: story.timeline.filter(({ chapter }) => chapter !== undefined).length,
  };
}

/** All of a story that is fixed beforehand, and the results of its expectations so far. */
export function storyView(story: Story, results: readonly ExpectationResult[]): StoryView {
  const { name, title, summary, devices, clock } = story;
  return {
    name,
    title,
    summary,
    devices,
    seed: clock.seed,
    start: isoUtc(clock.start),
    end: isoUtc(clock.end),
    timeZone: clock.timeZone,
    chapters: momentsOf(story, ({ chapter }) => chapter !== undefined).map(({ at, entry }) => ({
      at: isoUtc(at),
      title: itemAt(story.timeline, entry).chapter ?? '',
    })),
    entries: momentsOf(story, () => true).map(({ at, entry }) => entryView(story, at, entry)),
    sites: story.sites.map(siteView),
    routes: routesOf(story),
    expectations: results.map(({ entry, label, place, state, wanted, actual }) => ({
      entry,
      label,
      line: place.line,
      met: state === 'open' ? null : state === 'met',
      ...(wanted !== null && { wanted }),
      ...(actual !== null && { actual }),
    })),
    limits: story.timeline.flatMap(({ when }) => (when.kind === 'when' ? limitOf(when.condition) : [])),
    shows: story.timeline.flatMap(({ show }, entry) => (show === undefined ? [] : [{ entry, ...show }])),
  };
}

function limitOf(condition: Condition): StoryLimit[] {
  if (condition.devices === 'it') return [];
  const { first, count } = condition.devices;
  if (condition.kind === 'speedAbove') return [{ fact: 'speed', above: condition.speed, first, count }];
  if (condition.kind !== 'sensor') return [];
  const { sensor: fact, above, below } = condition;
  return [
    { fact, ...(above !== undefined && { above }), ...(below !== undefined && { below }), first, count },
  ];
}

/** The first moments of entries whose time is known beforehand, in their order. */
function momentsOf(
  { clock, timeline }: Story,
  isShown: (entry: Story['timeline'][number]) => boolean,
): { at: number; entry: number }[] {
  const turnOf = (entry: number, after: number, turn: number) => {
    const { when } = itemAt(timeline, entry);
    // The moment of a condition is only when it is first awaited.
    if (when.kind === 'when') return [];
    const at = when.kind === 'end' ? clock.end : nextMoment(when, clock.timeZone, after);
    return at === undefined || at > clock.end ? [] : [{ at, entry, turn }];
  };
  const turns = timeline.flatMap((written, entry) =>
    isShown(written) ? turnOf(entry, clock.start - 1, 1) : [],
  );
  const moments: { at: number; entry: number }[] = [];
  while (moments.length < MOMENTS_SHOWN) {
    const [next] = turns.sort((a, b) => a.at - b.at || a.entry - b.entry).splice(0, 1);
    if (next === undefined) break;
    const { at, entry, turn } = next;
    moments.push({ at, entry });
    const goesOn = itemAt(timeline, entry).when.kind !== 'end' && turn < TURNS_SHOWN;
    if (goesOn) turns.push(...turnOf(entry, at, turn + 1));
  }
  return moments;
}

function entryView(story: Story, at: number, index: number): StoryEntry {
  const entry = itemAt(story.timeline, index);
  const { label, caption, place } = entry;
  return {
    entry: index,
    at: isoUtc(at),
    label,
    kind: kindOf(entry),
    ...(caption !== undefined && { caption }),
    line: place.line,
  };
}

function kindOf({ chapter, caption, actions, expectations }: Story['timeline'][number]): StoryEntry['kind'] {
  if (chapter !== undefined) return 'chapter';
  if (actions.length > 0) return 'action';
  if (expectations.length > 0) return 'expectation';
  return caption === undefined ? 'trigger' : 'caption';
}

function siteView({ name, at, area }: Site): StoryView['sites'][number] {
  if (area === undefined) return { name, at };
  return { name, at, area: 'corners' in area ? { polygon: area.corners } : { circle: area } };
}

/** ISO 8601, in days, hours and minutes. */
function durationInWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const time = `${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`;
  if (days === 0 && time === '') return 'PT0M';
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

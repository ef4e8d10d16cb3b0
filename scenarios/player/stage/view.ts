/** A story as the live page shows it: JSON, times as ISO 8601 UTC, positions as latitude and longitude. */

import { isoDuration } from '../../../contracts/kit/durations.ts';
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
/** Turns of all entries together that are looked at. */
const TURNS_LOOKED_AT = 100_000;

/** A story as listed to choose from. */
export function summaryOf(story: Story): StorySummary {
  const { name, title, summary, devices, clock } = story;
  return {
    name,
    title,
    summary,
    devices,
    duration: isoDuration(clock.end - clock.start),
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
  const most = Math.min(TURNS_SHOWN, Math.ceil(TURNS_LOOKED_AT / timeline.length));
  const turnsOf = ({ when }: Story['timeline'][number]): number[] => {
    if (when.kind === 'end') return [clock.end];
    const turns: number[] = [];
    const next = (after: number) => nextMoment(when, clock.timeZone, after);
    for (let at = next(clock.start - 1); at !== undefined && at <= clock.end; at = next(at))
      if (turns.push(at) === most) break;
    return turns;
  };
  return timeline
    .flatMap((written, entry) => (isShown(written) ? turnsOf(written).map((at) => ({ at, entry })) : []))
    .sort((a, b) => a.at - b.at || a.entry - b.entry)
    .slice(0, MOMENTS_SHOWN);
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

/** Stories with one thing changed, and what is wrong with them. */

import { StoryError, type StoryProblem } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import type { Story } from '../../../scenarios/language/story.ts';

/** The parts of a small story that are to be otherwise, as YAML. */
export interface Change {
  clock?: string;
  places?: string;
  routes?: string;
  groups?: string;
  users?: string;
  fleet?: string;
  do?: string;
  expect?: string;
  when?: string;
  /** Lines of the timeline in place of all others. */
  timeline?: string;
  /** At the end. */
  extra?: string;
}

/** A small story in which everything is in order but for the change. */
export function storyOf(change: Change): string {
  const {
    clock = '{ start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Budapest }',
    places = '{ zone: { around: depot, radius: 200m }, here: [47.21, 19.55] }',
    routes = '{ round: { roads: [depot, market-square, depot] } }',
    groups = '{ north: Vans of the north }',
    users = '{ Ada Novak: { groups: [north] } }',
    fleet = '{ van: { count: 3, group: north } }',
    when = '{ enters: zone, device: van }',
    extra = '',
  } = change;
  const action = change.do ?? '{ alert: van-1, type: sos }';
  const expectation = change.expect ?? '{ device: van-1, near: depot }';
  const timeline =
    change.timeline ??
    `  - at: 10m
    do: ${action}
    expect: ${expectation}
  - when: ${when}
    caption: Now.`;
  return `title: T
clock: ${clock}
places: ${places}
routes: ${routes}
groups: ${groups}
users: ${users}
fleet: ${fleet}
timeline:
${timeline}
${extra}
`;
}

export function read(text: string, readTrack?: (path: string) => string): Promise<Story> {
  return readStory(text, { file: 'story.yaml', ...(readTrack && { readTrack }) });
}

/** The problems of a story; none where it can be played. */
export async function problemsOf(
  text: string,
  readTrack?: (path: string) => string,
): Promise<readonly StoryProblem[]> {
  try {
    await read(text, readTrack);
    return [];
  } catch (error) {
    if (error instanceof StoryError) return error.problems;
    throw error;
  }
}

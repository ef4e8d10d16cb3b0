/** The state in which a story begins, and what marks it as one of this story. */
import { hashOf } from '../../contracts/kit/random.ts';
import type { Story } from '../language/story.ts';
import { PlayError } from './errors.ts';
import type { StoryState } from './state.ts';

export function newState(story: Story): StoryState {
  return {
    story: story.name,
    told: toldBy(story),
    before: {},
    sentBefore: 0,
    ended: false,
    failure: null,
    fired: story.timeline.map(() => 0),
    last: {},
    burst: { at: 0, count: 0 },
    checks: [],
    counted: {},
    tokens: { first: null, current: null },
  };
}

/** Throws a PlayError for the state of another story: a saved state speaks of entries by their places in the timeline. */
export function checkTold({ story, told }: Partial<StoryState>, own: StoryState): void {
  if (story !== own.story)
    throw new PlayError('STORY_STATE', `The saved world is not one of the story "${own.story}".`);
  if (told === own.told) return;
  throw new PlayError('STORY_STATE', `The saved world is one of another "${own.story}".`, {
    hint: 'Play the story as it was when the world was saved.',
  });
}

const marks = new WeakMap<Story, number>();

/** A mark of what a story says, without its places in the file: an edited one has another. */
function toldBy(story: Story): number {
  const { fleet, sites, routes, groups, users, timeline } = story;
  const said = { fleet, sites, routes, groups, users, timeline };
  const text = () => JSON.stringify(said, (name, value) => (name === 'place' ? undefined : value));
  const mark = marks.get(story) ?? hashOf(text());
  marks.set(story, mark);
  return mark;
}

/** Stories: refused with the place of each problem, or played for ten minutes. */

import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { libraryStories } from '../../../scenarios/library/index.ts';
import { PlayError } from '../../../scenarios/player/errors.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { gpx, northwards } from '../../stories/tracks.ts';
import { areaOf, expectCoded, expectShort } from './fuzz.ts';
import { mutatedText, mutatedTree } from './mutate.ts';

const TEN_MINUTES = 600_000;
/** Larger fleets are read and not played: that they play is a matter of speed. */
const MOST_DEVICES = 50;
const track = gpx(northwards(20));

/** The last has a fixture in it. */
const texts = [
  ...libraryStories.map(({ text }) => text),
  `title: Cast
clock: { for: 1h }
fixture:
  clock: { now: 2026-03-02T08:00:00Z }
  groups: [{ id: grp-7, name: North }]
  devices:
    - { id: dev-9, name: Van, group: North, position: [47.2, 19.5], usage: { sms: 1 }, expirationDate: 2026-12-31 }
    - { locations: [{ deviceTime: -PT1H, latitude: 47.21, longitude: 19.5 }] }
  alerts: [{ device: Van, type: sos }]
routes: { round: { roads: [depot, harbour, depot] } }
fleet: { Van: { drives: round } }
timeline: [{ at: 1m, do: { alert: dev-9, type: sos } }]
`,
];

export const stories = areaOf({
  name: 'fuzz-stories',
  draw: (chance) => (chance.below(2) === 0 ? mutatedText : mutatedTree)(chance.pick(texts), chance),
  async use(text) {
    const story = await accepted(text);
    if (!story || story.devices > MOST_DEVICES) return;
    const performance = perform(story);
    try {
      const until = Math.min(story.clock.end, story.clock.start + TEN_MINUTES);
      await play(performance, { speed: 'max', until });
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      expectCoded(error);
    } finally {
      performance.stop();
    }
  },
});

async function accepted(text: string) {
  try {
    return await readStory(text, { file: 'fuzz.yaml', readTrack: async () => track });
  } catch (error) {
    if (!(error instanceof StoryError)) throw error;
    expectShort(error.message);
    if (error.problems.length === 0) throw new Error('refused without a problem');
    for (const problem of error.problems) expectCoded(problem, problem);
    return undefined;
  }
}

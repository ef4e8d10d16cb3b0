/** `roadtest play`: plays and checks a story on a simulator of its own. */
import { defineCommand } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';

export const play = defineCommand({
  name: 'play',
  summary: 'Play a story on a simulator, print it as it goes, and check its expectations',
  positionals: [storyPositional],
  options: {
    speed: {
      type: 'string',
      value: 'N|max',
      default: 'max',
      summary: 'Simulated seconds per real second, or as fast as possible (max)',
    },
    ...storyOptions,
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON) for the simulator',
    },
    report: {
      type: 'string',
      value: 'FORM',
      default: 'text',
      summary: 'text prints the story as it goes; json and junit print the result',
    },
    trace: {
      type: 'string',
      value: 'FILE',
      summary: 'Write every event as JSON lines, locations included',
    },
  },
  examples: [
    {
      line: 'roadtest play licence-crunch',
      does: 'Run at full speed; exits 1 if an expectation fails',
    },
    { line: 'roadtest play school-zone --speed 60', does: 'One minute per second' },
    { line: 'roadtest play my-story.yaml --report junit', does: 'For a build server' },
  ],
  async run({ args: [given = ''], options }, io) {
    const { playStory } = await import('../playing/playing.ts');
    return playStory({ ...options, given }, io);
  },
});

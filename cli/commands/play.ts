/** `roadtest play`: plays and checks a story on a simulator of its own. */
import { defineCommand } from '../command.ts';
import { storyOptions, storyPositional } from '../playing/story-options.ts';
import { refuseWithoutTarget, targetOptions } from '../playing/target/options.ts';

export const play = defineCommand({
  name: 'play',
  summary: 'Play a story on a simulator, print it as it goes, and check its expectations',
  positionals: [storyPositional],
  options: {
    speed: {
      type: 'string',
      value: 'N|max',
      summary: 'Simulated seconds per real second, or as fast as possible (max; with --target 1)',
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
    open: {
      type: 'boolean',
      excludes: ['target', 'until', 'report', 'trace'],
      summary: 'Show it on the live page instead; default --speed 60',
    },
    ...targetOptions,
  },
  examples: [
    {
      line: 'roadtest play licence-crunch',
      does: 'Run at full speed; exits 1 if an expectation fails',
    },
    { line: 'roadtest play school-zone --speed 60', does: 'One minute per second' },
    { line: 'roadtest play school-zone --open', does: 'On the live map, with playback controls' },
    { line: 'roadtest play my-story.yaml --report junit', does: 'For a build server' },
    {
      line: 'roadtest play rush-hour --target https://staging.example.com --profile staging.yaml --speed 10',
      does: 'The same on a deployment, through its public API',
    },
  ],
  async run({ args: [given = ''], options }, io) {
    const { target, speed = 'max' } = options;
    if (target !== undefined) {
      const { playThere } = await import('../playing/target/command.ts');
      return playThere({ ...options, target, given }, io);
    }
    refuseWithoutTarget(options);
    if (options.open) {
      const { playOpen } = await import('../playing/live.ts');
      return playOpen({ ...options, story: given, port: 0 }, io);
    }
    const { playStory } = await import('../playing/playing.ts');
    return playStory({ ...options, speed, given }, io);
  },
});

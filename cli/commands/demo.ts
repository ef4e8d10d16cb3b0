/** `roadtest demo`: a fleet at work on the live page, and its service verified; or all of it at once. */
import { defineCommand } from '../command.ts';
import { seedOption } from '../common-options.ts';

const story = 'demo';
const usualPort = 4010;

export const demo = defineCommand({
  name: 'demo',
  summary: 'Run the night-shift demo with the live page and verify it',
  options: {
    port: {
      type: 'number',
      value: 'N',
      default: usualPort,
      min: 0,
      max: 65_535,
      whole: true,
      excludes: 'once',
      summary: 'Port; 0 takes a free one',
    },
    seed: {
      ...seedOption,
      default: 1,
      summary: 'Random seed for the fleet and its routes',
    },
    speed: {
      type: 'number',
      value: 'N',
      default: 60,
      min: 0.001,
      max: 1_000_000,
      excludes: 'once',
      summary: 'Simulated seconds per real second',
    },
    open: { type: 'boolean', excludes: 'once', summary: 'Show the live page in the browser' },
    once: {
      type: 'boolean',
      summary: 'Run at full speed and exit; exits 1 if an expectation fails or a rule is broken',
    },
  },
  examples: [
    { line: 'roadtest demo', does: 'The night shift at 60 times real time, on port 4010' },
    { line: 'roadtest demo --once --seed 7', does: 'Another night, at full speed' },
  ],
  async run({ options: { once, ...live } }, io) {
    if (once) {
      const { demoOnce } = await import('../demo/once.ts');
      return demoOnce({ story, seed: live.seed }, io);
    }
    const { demoLive } = await import('../demo/live.ts');
    return demoLive({ story, ...live }, io);
  },
});

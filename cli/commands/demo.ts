/** `roadtest demo`: a fleet at work on the live page, and its service verified; or all of it at once. */
import { defineCommand } from '../command.ts';
import { seedOption } from '../common-options.ts';
import { portOption } from '../serving/options.ts';

export const demo = defineCommand({
  name: 'demo',
  summary: 'Run the night-shift demo with the live page and verify it',
  options: {
    port: { ...portOption, default: 4010, excludes: 'once' },
    seed: { ...seedOption, default: 1, summary: 'Random seed for the fleet and its routes' },
    speed: {
      type: 'number',
      value: 'N',
      default: 60,
      min: 0.001,
      max: 1_000_000,
      excludes: 'once',
      summary: 'Simulated seconds per real second',
    },
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
    const { demoLive, demoOnce } = await import('../playing/demo.ts');
    return once ? demoOnce(live.seed, io) : demoLive(live, io);
  },
});

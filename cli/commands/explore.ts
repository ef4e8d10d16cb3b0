/** `roadtest explore`: random histories of calls, judged by the model of the interface document. */
import { defineCommand } from '../command.ts';
import { exploreOptions } from '../exploring/options.ts';

export const explore = defineCommand({
  name: 'explore',
  summary: 'Look for faults that show only after certain sequences of calls',
  positionals: [
    {
      name: 'BASE_URL',
      summary: 'base address of the deployment; without it, the simulator of roadtest under the profile',
    },
  ],
  options: exploreOptions,
  examples: [
    { line: 'roadtest explore --time 20s', does: 'The simulator against the model' },
    {
      line: 'roadtest explore https://staging.example.com --profile staging.yaml --time 5m --save failed.json',
      does: 'A deployment, in CI: --replay failed.json plays a failure again',
    },
    {
      line: 'roadtest explore https://staging.example.com --only limits/,expiry/ --baseline known.yaml',
      does: 'Some rules only, without the known failures',
    },
    {
      line: 'roadtest explore http://127.0.0.1:4010 --replay failure.json',
      does: 'Play a failure again',
    },
  ],
  async run({ args: [address], options }, io) {
    const { exploreOnce } = await import('../exploring/run.ts');
    return exploreOnce(address, options, io);
  },
});

/** `roadtest explore`: random histories of calls, judged by the model of the interface document. */
import { defineCommand } from '../command.ts';
import { judgingOptions, reportingOptions, seedOption, selectingOptions } from '../common-options.ts';

export const explore = defineCommand({
  name: 'explore',
  summary: 'Look for faults that show only after certain sequences of calls',
  positionals: [
    {
      name: 'BASE_URL',
      summary: 'base address of the deployment; without it, the simulator of roadtest under the profile',
    },
  ],
  options: {
    ...judgingOptions,
    ...selectingOptions,
    baseline: {
      type: 'string',
      value: 'FILE',
      summary: 'Accepted failures: the search goes past them, and looks for others',
    },
    'write-baseline': {
      type: 'string',
      value: 'FILE',
      summary: 'Write a baseline that accepts what was found; entries that are there stay as they are',
    },
    time: { type: 'string', value: 'TIME', default: '60s', summary: 'How long to search: 60s, 5m' },
    requests: {
      type: 'number',
      value: 'N',
      min: 1,
      whole: true,
      summary: 'Start no new history after this many requests',
    },
    'shrink-time': {
      type: 'string',
      value: 'TIME',
      default: '60s',
      summary: 'How long to spend on shortening a failure',
    },
    'max-devices': {
      type: 'number',
      value: 'N',
      min: 0,
      whole: true,
      summary: 'Create at most N devices (100); after that, reuse those of earlier histories',
    },
    seed: {
      ...seedOption,
      summary: 'Random seed: draws the same histories as the run that reported it',
    },
    replay: {
      type: 'string',
      value: 'FILE',
      summary: 'Play the history of this file, and no other',
    },
    corpus: {
      type: 'string',
      value: 'DIR',
      summary: 'Folder of histories that failed: they are played first, and a new failure is added',
    },
    save: { type: 'string', value: 'FILE', summary: 'Write the history that failed, for --replay' },
    record: {
      type: 'string',
      value: 'FILE',
      summary: 'Write what the histories showed, without secrets: roadtest judge FILE judges it again',
    },
    ...reportingOptions,
  },
  examples: [
    { line: 'roadtest explore --time 20s', does: 'The simulator against the model' },
    {
      line: 'roadtest explore https://staging.example.com --profile staging.yaml --time 5m --corpus histories',
      does: 'A deployment, in CI: failures of earlier runs come first',
    },
    {
      line: 'roadtest explore https://staging.example.com --only limits/,expiry/ --baseline known.yaml',
      does: 'Some rules, and no failure that is known',
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

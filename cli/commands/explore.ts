/** `roadtest explore`: random histories of calls, judged by the model of the interface document. */
import { defineCommand } from '../command.ts';

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
    profile: {
      type: 'string',
      value: 'FILE',
      summary: 'Deployment profile (YAML or JSON): how its payloads are laid out',
    },
    credentials: {
      type: 'string',
      value: 'FILE',
      summary: 'File with user name and API key, in place of ROADTEST_USER_NAME and ROADTEST_API_KEY',
    },
    time: { type: 'string', value: 'TIME', default: '60s', summary: 'How long to look: 60s, 5m' },
    requests: {
      type: 'number',
      value: 'N',
      min: 1,
      whole: true,
      summary: 'Stop looking after this many requests',
    },
    'shrink-time': {
      type: 'string',
      value: 'TIME',
      default: '60s',
      summary: 'How long a failure may be made shorter',
    },
    seed: {
      type: 'number',
      value: 'N',
      min: 0,
      max: 4_294_967_295,
      whole: true,
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
    'read-only': { type: 'boolean', summary: 'Send only requests that create and change nothing' },
    'max-rps': {
      type: 'number',
      value: 'N',
      min: 0.1,
      max: 10_000,
      summary: 'Requests a second (20; unlimited on this machine)',
    },
    'max-messages': {
      type: 'number',
      value: 'N',
      min: 0,
      whole: true,
      summary: 'E-mails and SMS that the run may cause (500)',
    },
    timeout: {
      type: 'number',
      value: 'S',
      min: 0.1,
      max: 3_600,
      summary: 'Seconds to wait for a response (10)',
    },
    patience: {
      type: 'number',
      value: 'S',
      min: 0,
      max: 86_400,
      summary: 'Seconds to wait for an expected moment, such as a token expiry (60)',
    },
    journal: {
      type: 'string',
      value: 'FILE',
      summary: 'Where to record what is created and changed, for roadtest sweep',
    },
    json: { type: 'boolean', summary: 'Print the full report as JSON' },
  },
  examples: [
    { line: 'roadtest explore --time 20s', does: 'The simulator against the model' },
    {
      line: 'roadtest explore https://staging.example.com --profile staging.yaml --time 5m --corpus histories',
      does: 'A deployment, in CI: failures of earlier runs come first',
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

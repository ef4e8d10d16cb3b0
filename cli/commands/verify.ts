/** `roadtest verify`: checks a deployment against every rule of the document, and nothing else. */
import { defineCommand } from '../command.ts';
import {
  concludingOptions,
  judgingOptions,
  maxTimeOption,
  reportingOptions,
  seedOption,
  selectingOptions,
} from '../common-options.ts';

export const verify = defineCommand({
  name: 'verify',
  summary:
    'Check a deployment against every rule of the interface document; one run at a time for an account',
  positionals: [
    { name: 'BASE_URL', summary: 'base address of the deployment, such as http://127.0.0.1:4010' },
  ],
  options: {
    ...judgingOptions,
    openapi: {
      type: 'string',
      value: 'FILE',
      excludes: ['profile', 'plan', 'list'],
      summary: 'Learn from this description of the API (OpenAPI 3.0 or 3.1), too',
    },
    'learned-profile': {
      type: 'string',
      short: 'o',
      value: 'FILE',
      excludes: ['profile', 'plan', 'list'],
      summary: 'Write the profile that the run learned, where none was given',
    },
    ...selectingOptions,
    'rerun-failed': {
      type: 'boolean',
      summary: 'Only rules that failed or were suspect when they last ran',
    },
    list: { type: 'boolean', summary: 'List the rules that would run, and exit' },
    plan: { type: 'boolean', summary: 'Print what a run would send and change, and exit without sending it' },
    seed: {
      ...seedOption,
      summary: 'Random seed: repeats the values and the order of the run that reported it',
    },
    explore: {
      type: 'string',
      value: 'TIME',
      summary: 'Afterwards, search this long for faults that show only after certain calls: 30s, 2m',
    },
    thorough: { type: 'boolean', summary: 'More samples and repetitions: slower, finds rarer faults' },
    ...reportingOptions,
    history: {
      type: 'string',
      value: 'DIR',
      summary: 'Folder that keeps the last 100 runs, for roadtest diff',
    },
    record: {
      type: 'string',
      value: 'FILE',
      excludes: ['explore', 'plan', 'list'],
      summary: 'Write what the run saw, without secrets: roadtest judge FILE judges it again',
    },
    'write-baseline': {
      type: 'string',
      value: 'FILE',
      summary: 'Write a baseline that accepts what fails now; entries that are there stay as they are',
    },
    ...concludingOptions,
    'max-time': {
      ...maxTimeOption,
      summary: 'Seconds for the whole run (1800, plus what rate limits and patience need)',
    },
    concurrency: {
      type: 'number',
      value: 'N',
      min: 1,
      max: 256,
      whole: true,
      summary: 'Requests at the same time (16)',
    },
  },
  examples: [
    { line: 'roadtest verify http://127.0.0.1:4010', does: 'A simulator started by roadtest serve' },
    { line: 'roadtest verify http://127.0.0.1:4010/w/checkout', does: 'One of the worlds on such a server' },
    {
      line: 'roadtest verify https://staging.example.com -o staging.yaml',
      does: 'A deployment: its profile is learned first, and kept',
    },
    {
      line: 'roadtest verify https://staging.example.com --profile staging.yaml --reporter text,junit --output out',
      does: 'The same, in CI',
    },
    {
      line: 'roadtest verify https://staging.example.com --plan',
      does: 'Print what it would send, without sending it',
    },
    { line: 'roadtest verify http://127.0.0.1:4010 --only limits/ --skip limits/usage', does: 'Some rules' },
  ],
  async run({ args: [address], options }, io) {
    if (options.list) {
      const { printList } = await import('../verifying/preview.ts');
      return printList(options, io);
    }
    const { settingsFrom } = await import('../verifying/settings.ts');
    const settings = await settingsFrom(address, options, io);
    if (options.plan) {
      const { printPlan } = await import('../verifying/preview.ts');
      return printPlan(settings, options, io);
    }
    const { verifyOnce } = await import('../verifying/runs.ts');
    return verifyOnce(settings, io);
  },
});

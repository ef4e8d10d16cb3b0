/** `roadtest learn`: a profile from what a deployment shows. */
import { defineCommand } from '../command.ts';
import { learnOptions } from '../learning/options.ts';

export const learn = defineCommand({
  name: 'learn',
  summary: 'Write the profile of a deployment from what it shows',
  positionals: [
    {
      name: 'BASE_URL',
      summary:
        'base address of the deployment, with any prefix of its paths; without it, a file alone is read',
    },
  ],
  options: learnOptions,
  examples: [
    {
      line: 'roadtest learn https://staging.example.com -o staging.yaml',
      does: 'From at most 80 requests that change nothing',
    },
    {
      line: 'roadtest learn https://staging.example.com --write -o staging.yaml',
      does: 'Bodies and answers of writes too, with groups and users that it creates and removes',
    },
    {
      line: 'roadtest learn --openapi api.yaml -o staging.yaml',
      does: 'From a description; nothing is sent',
    },
    {
      line: 'roadtest learn --har session.har -o staging.yaml',
      does: 'From what a browser recorded; nothing is sent',
    },
    {
      line: 'roadtest learn http://127.0.0.1:4010',
      does: 'Print what a simulator of roadtest serve shows',
    },
  ],
  async run({ args: [address], options }, io) {
    const { learnOnce } = await import('../learning/run.ts');
    return learnOnce(address, options, io);
  },
});

/** `roadtest diff`: what changed from one run to another. */
import { defineCommand } from '../command.ts';

export const diff = defineCommand({
  name: 'diff',
  summary: 'Compare two runs of verify: what is new, fixed, lost and gained, and what it may come of',
  positionals: [
    { name: 'BEFORE', summary: 'JSON report of a run' },
    { name: 'AFTER', summary: 'JSON report of a later run' },
  ],
  options: {
    reporter: { type: 'string', value: 'NAME', default: 'text', summary: 'Form: text, json or markdown' },
    json: { type: 'boolean', excludes: 'reporter', summary: 'Print the whole comparison as JSON' },
  },
  examples: [
    {
      line: 'roadtest diff before/run.json after/run.json',
      does: 'Exit code 0: nothing is worse; 1: something is',
    },
    {
      line: 'roadtest diff before/run.json after/run.json --reporter markdown',
      does: 'A comment for a merge request',
    },
  ],
  async run({ args, options: { reporter, json } }, io) {
    const { printDiff } = await import('../comparing/diffing.ts');
    return printDiff(args, json ? 'json' : reporter, io);
  },
});

/** `roadtest diff`: what changed from one run to another, or over the runs of a folder. */
import { defineCommand } from '../command.ts';

export const diff = defineCommand({
  name: 'diff',
  summary: 'Compare two verify runs, or all runs in a folder: what changed, and what may explain it',
  positionals: [
    { name: 'BEFORE', summary: 'JSON report of a run; alone, a folder of such reports' },
    { name: 'AFTER', summary: 'JSON report of a later run' },
  ],
  options: {
    reporter: {
      type: 'string',
      value: 'NAME',
      default: 'text',
      summary: 'Form: text, json; of two runs markdown',
    },
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
    { line: 'roadtest diff runs', does: 'One line a run, and every check that did not always pass' },
  ],
  async run({ args, options: { reporter, json } }, io) {
    const { printDiff } = await import('../comparing/comparing.ts');
    return printDiff(args, json ? 'json' : reporter, io);
  },
});

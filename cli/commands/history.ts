/** `roadtest history`: many runs, and what turns from one to the next. */
import { defineCommand } from '../command.ts';

export const history = defineCommand({
  name: 'history',
  summary: 'Show the runs that verify --history has kept: trends, and checks that turn again and again',
  positionals: [{ name: 'DIR', summary: 'folder of JSON reports' }],
  options: {
    html: {
      type: 'string',
      value: 'FILE',
      summary: 'Write a page with a row for each check and a column for each run',
    },
    json: { type: 'boolean', summary: 'Print the history as JSON' },
  },
  examples: [
    { line: 'roadtest history runs', does: 'A line for each run, and each check that was ever not a pass' },
    { line: 'roadtest history runs --html history.html', does: 'The same as a page' },
  ],
  async run({ args: [folder], options }, io) {
    const { printHistory } = await import('../comparing/showing.ts');
    return printHistory(folder, options, io);
  },
});

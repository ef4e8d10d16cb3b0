/** `roadtest sweep`: undoes what a run that crashed has left on a deployment. */
import { defineCommand } from '../command.ts';
import { sweepOptions } from '../verifying/options.ts';

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'Undo what an interrupted run of verify left behind',
  positionals: [
    { name: 'JOURNAL', summary: 'the journal of the run; verify prints its path when something is left' },
  ],
  options: sweepOptions,
  examples: [
    { line: 'roadtest sweep journal.jsonl', does: 'Remove and restore what that run did not undo' },
    {
      line: 'roadtest sweep journal.jsonl --max-time 60',
      does: 'For at most one minute; the same command again goes on',
    },
    { line: 'roadtest sweep', does: 'List known journals' },
  ],
  async run({ args: [journal], options }, io) {
    const { sweepOnce } = await import('../verifying/sweeping.ts');
    return sweepOnce(journal, options, io);
  },
});

/** `roadtest sweep`: removes what a run that crashed has left on a deployment. */
import { defineCommand, exitCodes } from '../command.ts';

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'Remove what a verify run that crashed has left behind',
  positionals: [
    { name: 'JOURNAL', summary: 'the journal of the run; verify names it when something is left' },
  ],
  options: {
    profile: { type: 'string', value: 'FILE', summary: 'Deployment profile, as for the run' },
    credentials: {
      type: 'string',
      value: 'FILE',
      summary: 'File with user name and API key, in place of ROADTEST_USER_NAME and ROADTEST_API_KEY',
    },
    timeout: {
      type: 'number',
      value: 'S',
      min: 0.1,
      max: 3_600,
      summary: 'Seconds that an answer may take (10)',
    },
    json: { type: 'boolean', summary: 'Print one JSON object: removed, left' },
  },
  examples: [
    {
      line: 'roadtest sweep journal.jsonl',
      does: 'What the run with that journal created and did not remove',
    },
    { line: 'roadtest sweep', does: 'Which journals there are' },
  ],
  async run({ args: [journal], options }, io) {
    const { deleteSwept, missingJournal, sweepJournal } = await import('../verifying/sweeping.ts');
    if (journal === undefined) throw await missingJournal(io);
    const { removed, left } = await sweepJournal(journal, options, io);
    const clean = left.every((one) => one.startsWith('device ') || one.startsWith('a device '));
    if (clean) await deleteSwept(journal, io);
    if (options.json) io.json({ removed, left });
    else {
      for (const one of removed) io.out(`${io.colors.green('removed')}  ${one}\n`);
      for (const one of left) io.out(`${io.colors.yellow('left')}     ${one}\n`);
      if (removed.length + left.length === 0) io.out('Nothing was left behind.\n');
    }
    return clean ? exitCodes.ok : exitCodes.failed;
  },
});

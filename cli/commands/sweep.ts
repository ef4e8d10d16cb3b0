/** `roadtest sweep`: undoes what a run that crashed has left on a deployment. */
import { defineCommand, exitCodes } from '../command.ts';
import { callingOptions, maxTimeOption } from '../common-options.ts';

/** At most this many invalid lines of a journal are printed. */
const MOST_IGNORED = 10;

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'Undo what an interrupted run of verify left behind',
  positionals: [
    { name: 'JOURNAL', summary: 'the journal of the run; verify prints its path when something is left' },
  ],
  options: {
    profile: { type: 'string', value: 'FILE', summary: 'Deployment profile, as for the run' },
    ...callingOptions,
    'max-time': {
      ...maxTimeOption,
      summary: 'Seconds for the whole sweep (no limit); anything left after that is listed',
    },
    json: {
      type: 'boolean',
      summary:
        'Print one JSON object: removed, restored, left, lasting, ignored, warnings; ended, where it was',
    },
  },
  examples: [
    {
      line: 'roadtest sweep journal.jsonl',
      does: 'Remove and restore what that run did not undo',
    },
    {
      line: 'roadtest sweep journal.jsonl --max-time 60',
      does: 'For at most one minute; the same command again goes on',
    },
    { line: 'roadtest sweep', does: 'List known journals' },
  ],
  async run({ args: [journal], options }, io) {
    const { deleteSwept, missingJournal, sweepJournal } = await import('../verifying/sweeping.ts');
    const { Beside } = await import('../serving/files.ts');
    const { journalLost } = await import('../verifying/journal.ts');
    if (journal === undefined) throw await missingJournal(io);
    const swept = await sweepJournal(journal, options, io);
    const { removed, restored, left, lasting, ignored, warnings } = swept;
    if (left.length === 0) await deleteSwept(journal, io);
    if (options.json) io.json(swept);
    else {
      const { green, yellow, dim } = io.colors;
      const print = (word: string, lines: readonly string[]) => {
        for (const line of lines) io.out(`${word}  ${line}\n`);
      };
      print(green('removed '), removed);
      print(green('restored'), restored);
      print(yellow('left    '), left);
      print(dim('lasting '), lasting);
      print(yellow('warning '), warnings);
      print(yellow('ignored '), ignored.slice(0, MOST_IGNORED));
      if (ignored.length > MOST_IGNORED) io.out(`and ${ignored.length - MOST_IGNORED} more lines\n`);
      if (removed.length + restored.length + left.length === 0) io.out('Nothing to undo.\n');
    }
    if (swept.ended !== undefined) io.err(`${swept.ended} What is left can be swept again.\n`);
    const beside = new Beside(io);
    if (swept.journalLost !== undefined) beside.lose(journalLost(swept.journalLost));
    if (left.length === 0) return beside.exitCode(exitCodes.ok);
    return beside.exitCode(swept.ended === undefined ? exitCodes.failed : exitCodes.inconclusive);
  },
});

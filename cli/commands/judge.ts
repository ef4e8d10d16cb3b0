/** `roadtest judge`: judges a recording again. */
import { defineCommand } from '../command.ts';
import { concludingOptions, reportingOptions } from '../common-options.ts';

export const judge = defineCommand({
  name: 'judge',
  summary: 'Judge the recording of a run again, without the deployment',
  positionals: [
    { name: 'FILE', summary: 'recording, as verify, explore, play and watch write it with --record FILE' },
  ],
  options: { ...concludingOptions, ...reportingOptions },
  examples: [
    { line: 'roadtest judge run.json', does: 'The verdicts of the run' },
    { line: 'roadtest judge run.json --json', does: 'The full report, as the run had it' },
  ],
  async run({ args: [file], options }, io) {
    const { judgeFile } = await import('../judging/run.ts');
    return judgeFile(file, options, io);
  },
});

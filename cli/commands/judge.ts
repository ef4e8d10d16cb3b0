/** `roadtest judge`: judges a recording again, or what a HAR shows. */
import { defineCommand } from '../command.ts';
import { judgeOptions } from '../verifying/options.ts';

export const judge = defineCommand({
  name: 'judge',
  summary: 'Judge the recording of a run, or the calls of any client in a HAR, without the deployment',
  positionals: [
    {
      name: 'FILE',
      summary: 'recording, as verify writes it with --record FILE, or a HAR of a browser or a proxy',
    },
  ],
  options: judgeOptions,
  examples: [
    { line: 'roadtest judge run.json', does: 'The verdicts of the run' },
    { line: 'roadtest judge run.json --reporter json', does: 'The full report, as the run had it' },
    { line: 'roadtest judge traffic.har --profile fleet.yaml', does: 'What clients did and were answered' },
  ],
  async run({ args: [file], options }, io) {
    const { judgeFile } = await import('../verifying/judging.ts');
    return judgeFile(file, options, io);
  },
});

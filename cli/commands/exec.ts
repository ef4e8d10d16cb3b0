/** `roadtest exec -- COMMAND`: a command with a simulator beside it, for test runs. */
import { defineCommand } from '../command.ts';
import { portOption, servingOptions } from '../serving/options.ts';

export const exec = defineCommand({
  name: 'exec',
  summary: 'Start a simulated service for a command, run it, and exit with its exit code',
  positionals: [
    { name: 'COMMAND', summary: 'what to run, with its arguments, after --', required: true, several: true },
  ],
  options: { port: { ...portOption, default: 0, summary: 'Port (a free one)' }, ...servingOptions },
  examples: [
    { line: 'roadtest exec --frozen -- npm test', does: 'Tests that find the service in ROADTEST_BASE_URL' },
    {
      line: `roadtest exec -- sh -c 'curl "$ROADTEST_CONTROL_URL/health"'`,
      does: 'A shell that sees the variables',
    },
  ],
  async run({ args, options }, io) {
    const { serving } = await import('../serving/server.ts');
    const { runBeside } = await import('../serving/beside.ts');
    // It ends with the command, and with nothing that the command does to it.
    return serving({ ...options, keepsOn: true }, io, (running, ioOfServer) =>
      runBeside(running, args, ioOfServer),
    );
  },
});

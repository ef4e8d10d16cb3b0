/** `roadtest prove -- COMMAND`: the resilience of a client, by its own tests. */
import { defineCommand } from '../command.ts';
import { proveOptions } from '../proving/options.ts';

export const prove = defineCommand({
  name: 'prove',
  summary: "Run a client's own tests again and again, under lawful differences and faults of the service",
  positionals: [
    { name: 'COMMAND', summary: 'what runs the tests, with its arguments, after --', several: true },
  ],
  options: proveOptions,
  examples: [
    {
      line: 'roadtest prove --frozen -- npm test',
      does: 'Every difference and every fault, one after the other',
    },
    { line: 'roadtest prove --only fault/limited -- npm test', does: 'How the client handles a rate limit' },
    { line: 'roadtest prove --list', does: 'The rows, and what a correct client does' },
  ],
  async run({ args, options }, io) {
    const { runProve } = await import('../proving/prove.ts');
    return runProve(args, options, io);
  },
});

#!/usr/bin/env node
/** The `roadtest` command: the table of commands, and the one place that ends the process. */
import process from 'node:process';
import type { Io } from './command.ts';
import { endingOf, StalledError } from './ending.ts';
import { processIo } from './io.ts';
import { type CommandTable, report, run } from './run.ts';

const commands: CommandTable = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  exec: async () => (await import('./commands/exec.ts')).exec,
  play: async () => (await import('./commands/play.ts')).play,
  scenarios: async () => (await import('./commands/scenarios.ts')).scenarios,
  export: async () => (await import('./commands/export.ts')).exporting,
  demo: async () => (await import('./commands/demo.ts')).demo,
  verify: async () => (await import('./commands/verify.ts')).verify,
  explore: async () => (await import('./commands/explore.ts')).explore,
  sweep: async () => (await import('./commands/sweep.ts')).sweep,
  rules: async () => (await import('./commands/rules.ts')).rules,
};

const ending = endingOf(process, () => process.exit(report(new StalledError(), io)));
const io: Io = { ...processIo((exitCode) => process.exit(exitCode)), stalled: ending.stalled };
// Node would print the error itself, past the outlet. A rejected promise without a handler ends up here too.
process.on('uncaughtException', (error) => process.exit(report(error, io)));
process.exitCode = await run(commands, process.argv.slice(2), io);
ending.over();

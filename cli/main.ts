#!/usr/bin/env node
/** The `roadtest` command, and the one place that ends the process. */
import process from 'node:process';
import { exitWithout } from './command.ts';
import { commands } from './commands/table.ts';
import { endingOf, StalledError } from './ending.ts';
import { processIo } from './io.ts';
import { report, run } from './run.ts';

const ending = endingOf(process, () => process.exit(report(new StalledError(), io)));
const { lost, ...streams } = processIo((exitCode) => process.exit(exitCode));
const io = { ...streams, stalled: ending.stalled };
// Node would print the error itself, past the outlet. A rejected promise without a handler ends up here too.
process.on('uncaughtException', (error) => process.exit(report(error, io)));
const exitCode = await run(commands, process.argv.slice(2), io);
await new Promise(setImmediate); // an output reports after the write that it could not be written
const error = lost();
if (error) report(error, io);
process.exitCode = error ? exitWithout(exitCode) : exitCode;
ending.over();

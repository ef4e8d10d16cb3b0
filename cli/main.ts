#!/usr/bin/env node
/** The `roadtest` command, and the one place that ends the process. */
import process from 'node:process';
import type { Io } from './command.ts';
import { commands } from './commands/table.ts';
import { endingOf, StalledError } from './ending.ts';
import { processIo } from './io.ts';
import { report, run } from './run.ts';

const ending = endingOf(process, () => process.exit(report(new StalledError(), io)));
const io: Io = { ...processIo((exitCode) => process.exit(exitCode)), stalled: ending.stalled };
// Node would print the error itself, past the outlet. A rejected promise without a handler ends up here too.
process.on('uncaughtException', (error) => process.exit(report(error, io)));
process.exitCode = await run(commands, process.argv.slice(2), io);
ending.over();

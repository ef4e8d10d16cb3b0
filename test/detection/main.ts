/** The command line of `npm run detection`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MINUTE } from '../../contracts/kit/durations.ts';
import { oneOf, progress, untilInterrupted, wholeNumber } from '../mutation/arguments.ts';
import type { Mutant } from '../mutation/instrument.ts';
import { detect, type Finding, fates, mutated, noticed } from './detection.ts';
import { drawTrace } from './drawing/calls.ts';
import { listOf, scoreOf, tableOf } from './table.ts';
import { traceFile, traceText } from './trace.ts';

const help = `Usage: npm run detection -- [options]

Switches faults on in the simulator (${mutated.join(', ')}), one at a time, has the contract suite judge
each under the default profile, and prints how many of those are caught that a caller could notice.
Exits with 1 when fewer than 90 in 100 are. Ctrl+C ends it early, and prints what it has.

Options:
  --seed N        draws the faults (default 1)
  --count N       how many (default 1000)
  --folder PATH   only those in files whose path begins so
  --list FATE     prints all that are ${fates.join(', ')} (default missed); may be repeated
  --again FILE    only what was missed by a FILE of --json
  --all           judges those as well whose replies the trace does not tell apart
  --json FILE     writes every finding, a line each, as soon as it is there
  --resume        takes what FILE has from an earlier run, and goes on
  --observable N  ends once so many could be noticed
  --minutes N     ends after so long
  --new-trace     draws the trace anew by the seed, and does nothing else
  --help          shows this help
`;

const BAR = 0.9;
/** Calls of a trace, and the seed of the one that is committed. */
const TRACE_LENGTH = 2_000;

/** Gives the exit code: 0 the bar is reached, 1 it is not, 2 wrong usage. */
export async function main(words: readonly string[]): Promise<number> {
  let given: ReturnType<typeof read>;
  try {
    given = read(words);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return 2;
  }
  if (given.help) {
    console.log(help);
    return 0;
  }
  if (given.newTrace) {
    writeFileSync(traceFile, traceText(await drawTrace(given.seed, TRACE_LENGTH)));
    return 0;
  }
  const found = given.resume && given.json !== undefined ? findingsIn(given.json) : [];
  const coming = within(detect({ ...given, found, onProgress: progress() }), given);
  const findings = await untilInterrupted(coming, given.json);
  for (const fate of given.lists) console.log(`${listOf(findings, fate)}\n`);
  console.log(tableOf(findings));
  return scoreOf(findings) >= BAR ? 0 : 1;
}

function read(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '1000' },
      folder: { type: 'string', default: '' },
      list: { type: 'string', multiple: true, default: ['missed'] },
      again: { type: 'string' },
      all: { type: 'boolean', default: false },
      json: { type: 'string' },
      resume: { type: 'boolean', default: false },
      observable: { type: 'string', default: '100000' },
      minutes: { type: 'string', default: '100000' },
      'new-trace': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    seed: wholeNumber('seed', values.seed, 0),
    count: wholeNumber('count', values.count, 1),
    folder: values.folder,
    again: values.again === undefined ? undefined : missedIn(values.again),
    all: values.all,
    json: values.json,
    resume: values.resume,
    observable: wholeNumber('observable', values.observable, 1),
    minutes: wholeNumber('minutes', values.minutes, 1),
    help: values.help,
    newTrace: values['new-trace'],
    lists: values.list.map((name) => oneOf('list', name, fates)),
  };
}

/** Ends early by what the command line says. */
async function* within(
  findings: AsyncIterable<Finding>,
  { observable, minutes }: { observable: number; minutes: number },
): AsyncGenerator<Finding> {
  const end = performance.now() + minutes * MINUTE;
  let seen = 0;
  for await (const finding of findings) {
    yield finding;
    if (noticed.has(finding.fate)) seen++;
    if (seen >= observable || performance.now() > end) return;
  }
}

/** The missed mutants in a file that `--json` wrote. */
function missedIn(file: string): Mutant[] {
  return findingsIn(file)
    .filter(({ fate }) => fate === 'missed')
    .map(({ mutant }) => mutant);
}

function findingsIn(file: string): Finding[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line): Finding => JSON.parse(line));
}

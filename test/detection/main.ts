/** The command line of `npm run detection`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { detect, type Finding, fates, mutated } from './detection.ts';
import { drawTrace } from './drawing/calls.ts';
import { listOf, scoreOf, tableOf } from './table.ts';
import { traceFile, traceText } from './trace.ts';

const help = `Usage: npm run detection -- [options]

Switches faults on in the simulator (${mutated.join(', ')}), one at a time, has the contract suite judge
each under the default profile, and prints how many of those are caught that a caller could notice.
Exits with 1 when fewer than 90 in 100 are.

Options:
  --seed N        draws the faults (default 1)
  --count N       how many (default 1000)
  --folder PATH   only those in files whose path begins so
  --list FATE     prints all that are ${fates.join(', ')} (default missed); may be repeated
  --all           judges those as well whose replies the trace does not tell apart
  --json FILE     writes every finding
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
  const findings = await detect({ ...given, onProgress: progress() });
  for (const fate of given.lists) console.log(`${listOf(findings, fate)}\n`);
  console.log(tableOf(findings));
  if (given.json !== undefined) writeFileSync(given.json, JSON.stringify(findings, null, 1));
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
      all: { type: 'boolean', default: false },
      json: { type: 'string' },
      'new-trace': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const lists = values.list.map((name) => {
    const fate = fates.find((one) => one === name);
    if (fate === undefined) throw new Error(`Unknown --list "${name}": it is one of ${fates.join(', ')}.`);
    return fate;
  });
  return {
    seed: wholeNumber('seed', values.seed, 0),
    count: wholeNumber('count', values.count, 1),
    folder: values.folder,
    all: values.all,
    json: values.json,
    help: values.help,
    newTrace: values['new-trace'],
    lists,
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`Invalid value "${text}" for --${option}.`);
}

/** Progress is printed this often. */
const STEPS = 20;

function progress(): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const step = Math.floor((STEPS * done) / total);
    if (step === shown) return;
    shown = step;
    process.stderr.write(`${done} of ${total}\n`);
  };
}

export type { Finding };

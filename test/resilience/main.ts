/** The command line of `npm run resilience`: runs the areas one after the other and prints one table. */
import { parseArgs } from 'node:util';
import type { Area, Outcome } from './area.ts';
import { areas } from './areas.ts';
import { tableOf } from './table.ts';

const help = `Usage: npm run resilience -- [AREA…] [options]

Attacks the built package and prints one table: area, tried, survived, lost.
Exits with 1 when anything is lost, and says how to repeat it.

Areas: ${areas.map(({ name }) => name).join(', ')} (default: all)

Options:
  --seed N    seed of everything that is drawn (default 1)
  --only NAME only the attempts whose name begins so
  --count N   attempts in each area (default: as many as the area finds right)
  --help      show this help
`;

/** Progress is printed at most this many times for each area. */
const STEPS = 10;

interface Request {
  wanted: readonly Area[];
  seed: number;
  count: number | undefined;
  only: string | undefined;
}

/** Runs what the words ask for. Gives the exit code: 0 all survived, 1 something is lost, 2 wrong usage. */
export async function main(words: readonly string[]): Promise<number> {
  let request: Request | undefined;
  try {
    request = requestFrom(words);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return 2;
  }
  if (!request) {
    console.log(help);
    return 0;
  }
  const results = new Map<string, Outcome>();
  for (const area of request.wanted) results.set(area.name, await runArea(area, request));
  console.log(tableOf(results));
  for (const [name, { lost }] of results) printLosses(name, lost, request.seed);
  return [...results.values()].every(({ lost }) => lost.length === 0) ? 0 : 1;
}

/** `undefined` for a call for help. Throws for words that cannot be read. */
function requestFrom(words: readonly string[]): Request | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = positionals.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined) throw new Error(`Unknown area "${unknown}".`);
  const wanted = areas.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return {
    wanted,
    seed: wholeNumber('seed', values.seed, 0),
    only: values.only,
    count: values.count === undefined ? undefined : wholeNumber('count', values.count, 1),
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`Invalid value "${text}" for --${option}.`);
}

/** An area that throws has lost the attempt at which it did. */
async function runArea(area: Area, { seed, count, only }: Request): Promise<Outcome> {
  let tried = 0;
  let shown = -1;
  const onProgress = (done: number, total: number): void => {
    tried = done;
    const step = Math.floor((STEPS * done) / total);
    if (step === shown) return;
    shown = step;
    process.stderr.write(`${area.name}: ${done} of ${total}\n`);
  };
  try {
    return await area.run({
      seed,
      onProgress,
      ...(count !== undefined && { count }),
      ...(only !== undefined && { only }),
    });
  } catch (error) {
    const cause = error instanceof Error ? error.stack : error;
    return { tried: tried + 1, survived: tried, lost: [`the area itself failed: ${cause}`] };
  }
}

function printLosses(name: string, lost: readonly string[], seed: number): void {
  if (lost.length === 0) return;
  console.log(`\n${name}: lost ${lost.length}. Repeat with: npm run resilience -- ${name} --seed ${seed}`);
  for (const one of lost) console.log(`  - ${one}`);
}

/** The command line of `npm run mutation`. */
import { parseArgs } from 'node:util';
import { oneOf, progress, untilInterrupted, wholeNumber } from './arguments.ts';
import { type Finding, fates, tryPart } from './mutation.ts';
import { type Part, parts } from './parts.ts';
import { isReached, listOf, tableOf } from './table.ts';

const help = `Usage: npm run mutation -- [options]

Makes faults in the product, one at a time, runs the tests that come by each, and prints how many of them
a test notices, part by part. Exits with 1 when a part misses its bar. Ctrl+C ends it early, and prints what it has.

Options:
  --folder PART   only this part, one of ${parts.map(({ name }) => name).join(', ')}; may be repeated
  --seed N        draws the faults (default 1)
  --count N       how many of each part (default 300; a smaller part gives all that it has)
  --list FATE     prints all that are ${fates.join(', ')} (default survived and uncovered); may be repeated
  --json FILE     writes every finding, a line each, as soon as it is there
  --help          shows this help
`;

/** Gives the exit code: 0 every bar is reached, 1 one is missed, 2 wrong usage. */
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
  const findings = await untilInterrupted(tryAll(given), given.json);
  for (const fate of given.lists) console.log(`${listOf(findings, fate)}\n`);
  console.log(tableOf(given.wanted, findings));
  const own = (part: Part): Finding[] => findings.filter((finding) => finding.part === part.name);
  return given.wanted.every((part) => isReached(part, own(part))) ? 0 : 1;
}

async function* tryAll(given: ReturnType<typeof read>): AsyncGenerator<Finding> {
  for (const part of given.wanted) yield* tryPart(part, given, progress(`${part.name}: `));
}

function read(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      folder: { type: 'string', multiple: true, default: parts.map(({ name }) => name) },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '300' },
      list: { type: 'string', multiple: true, default: ['survived', 'uncovered'] },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const names = parts.map(({ name }) => name);
  const wanted = new Set(values.folder.map((name) => oneOf('folder', name, names)));
  return {
    wanted: parts.filter(({ name }) => wanted.has(name)),
    seed: wholeNumber('seed', values.seed, 0),
    count: wholeNumber('count', values.count, 1),
    lists: values.list.map((name) => oneOf('list', name, fates)),
    json: values.json,
    help: values.help,
  };
}

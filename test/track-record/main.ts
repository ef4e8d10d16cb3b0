/** The command line of `npm run track-record`. */
import { parseArgs } from 'node:util';
import { MINUTE } from '../../contracts/kit/durations.ts';
import { detect, type Finding, mutantsThere } from '../detection/detection.ts';
import { oneOf, wholeNumber } from '../mutation/arguments.ts';
import { faultsOf } from './faults.ts';
import { findersOf, nameOf, namesIn, note, readRecord, type Source, sources, writeRecord } from './record.ts';

const help = `Usage: npm run track-record -- [options]

Has the contract suite judge faults, one at a time by a default run, and writes to test/track-record/record.json which
rules found them. What the record has is not judged again.

Options:
  --of SOURCE   only these faults: ${sources.join(', ')}; may be repeated
  --minutes N   ends with each source after so long (default 600)
  --anew        forgets what the record has
  --help        shows this help
`;

/** Gives the exit code: 0 it is done, 2 wrong usage. */
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
  for (const source of given.of) {
    const record = readRecord();
    if (given.anew) record[source].found = {};
    const end = performance.now() + given.minutes * MINUTE;
    const isOver = () => performance.now() > end;
    if (source === 'automatic') await measureAutomatic(record, isOver);
    else await measure(record, source, isOver);
    console.log(`${source}: ${namesIn(record[source]).length} faults judged`);
  }
  return 0;
}

function read(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      of: { type: 'string', multiple: true, default: [...sources] },
      minutes: { type: 'string', default: '600' },
      anew: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    of: values.of.map((name) => oneOf('of', name, sources)),
    minutes: wholeNumber('minutes', values.minutes, 1),
  };
}

type Measuring = ReturnType<typeof readRecord>;

async function measure(record: Measuring, source: 'matrix' | 'foreign', isOver: () => boolean) {
  const faults = faultsOf(source, record.seed);
  record[source].of = faults.length;
  forget(record, source, new Set(faults.map(({ name }) => name)));
  const known = new Set(namesIn(record[source]));
  for (const { name, judge } of faults.filter((fault) => !known.has(fault.name))) {
    if (isOver()) break;
    const finders = findersOf(await judge(record.seed));
    note(record[source], name, finders);
    writeRecord(record);
    console.log(`${finders} <- ${name}`);
  }
  writeRecord(record);
}

/** Faults that are hidden or explained are drawn, and no part of the record: no caller could notice them. */
async function measureAutomatic(record: Measuring, isOver: () => boolean) {
  const there = await mutantsThere();
  record.automatic.of = there.length;
  forget(record, 'automatic', new Set(there.map(nameOf)));
  const known = new Set(namesIn(record.automatic));
  const counted: { [F in Finding['fate']]?: true } = { caught: true, missed: true };
  const found = there
    .filter((mutant) => known.has(nameOf(mutant)))
    .map((mutant): Finding => ({ mutant, fate: 'caught', why: [] }));
  for await (const finding of detect({ seed: record.seed, count: Number.MAX_SAFE_INTEGER, found })) {
    const name = nameOf(finding.mutant);
    if (counted[finding.fate] && !known.has(name)) {
      const finders = findersOf(finding.why);
      note(record.automatic, name, finders);
      writeRecord(record);
      console.log(`${finders} <- ${name}`);
    }
    if (isOver()) break;
  }
}

/** Faults that are no longer there. */
function forget(record: Measuring, source: Source, names: ReadonlySet<string>) {
  const { found } = record[source];
  for (const [key, those] of Object.entries(found)) {
    const kept = those.filter((name) => names.has(name));
    if (kept.length > 0) found[key] = kept;
    else delete found[key];
  }
}

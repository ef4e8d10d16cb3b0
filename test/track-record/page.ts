/** docs/track-record.md from the record. */
import { type RuleId, rules } from '../../contracts/specification/rules/index.ts';
import { alone, namesIn, others, type Record, type Source, sources, together } from './record.ts';

const told: { readonly [S in Source]: string } = {
  matrix: 'simulators with one rule broken, in every operation or channel (`test/mutants`)',
  foreign: 'a deployment that shares no code with the simulator, with one habit broken (`test/foreign`)',
  automatic:
    'faults that nobody chose: drawn from all that StrykerJS can make of the simulator, of those that a caller could notice, and that the document says something about (`test/detection`)',
};

export function trackRecordPage(record: Record): string {
  const judged = sources.map((source) => namesIn(record[source]).length);
  const total = judged.reduce((sum, count) => sum + count, 0);
  const silent = rules.filter(({ id }) => sources.every((source) => alone(record[source], id).length === 0));
  return `${[
    '# The track record of the rules',
    '',
    `So far ${total} broken services were judged, each by a run of all rules under its profile. The tables say how many of them a`,
    'rule found alone: it failed, and no other did. A fault that several rules found is counted apart.',
    '',
    '| faults | what | could be drawn | judged | found by one rule | by several | suspect | drift | left open | not found |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...sources.map((source) => sourceRow(record, source)),
    '',
    `Of ${rules.length} rules, ${rules.length - silent.length} found a fault alone so far. That a rule did not says little where few faults were judged.`,
    '',
    ...rulesTable(record),
    '',
    '`npm run track-record` in the repository judges what the record does not have yet, one fault after the other, and writes',
    '`test/track-record/record.json`, which names each fault; `--minutes N` ends it early. This page is made of that file, and',
    '`npm test` judges some of its faults again.',
  ].join('\n')}\n`;
}

function sourceRow(record: Record, source: Source): string {
  const { found, of } = record[source];
  const counts = { one: 0, several: 0, suspect: 0, drift: 0, open: 0, nothing: 0 };
  for (const [finders, names] of Object.entries(found)) {
    const other = others.find((one) => one === finders);
    counts[other ?? (finders.includes(' ') ? 'several' : 'one')] += names.length;
  }
  const cells = [source, told[source], of, namesIn(record[source]).length, ...Object.values(counts)];
  return `| ${cells.join(' | ')} |`;
}

function rulesTable(record: Record): string[] {
  const numbers = (id: RuleId) => sources.map((source) => alone(record[source], id).length);
  const beside = (id: RuleId) => sources.reduce((sum, source) => sum + together(record[source], id), 0);
  return [
    `| rule | ${sources.join(' | ')} | with others |`,
    '|---|---|---|---|---|',
    ...rules.map(({ id }) => `| \`${id}\` | ${[...numbers(id), beside(id)].join(' | ')} |`),
  ];
}

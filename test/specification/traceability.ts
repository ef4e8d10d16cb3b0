/** docs/traceability.md from the table of sentences. */
import { openings } from '../../contracts/specification/openings/index.ts';
import { type Area, type RuleId, rules } from '../../contracts/specification/rules/index.ts';
import { areas } from '../../contracts/specification/rules/rule.ts';
import { sections } from '../../contracts/specification/sections.ts';
import { type Sentence, sentences } from './sentences.ts';

export interface Traced {
  section: keyof typeof sentences;
  /** The number of the sentence in its section, from 1. */
  number: number;
  says: string;
  /** Rules as they are written: an area stands for all of its own. */
  written: readonly (RuleId | Area)[];
  rules: readonly string[];
  openings: readonly string[];
  excluded: string | undefined;
}

export const traced: readonly Traced[] = (['preamble', ...sections.map(({ id }) => id)] as const).flatMap(
  (section) =>
    sentences[section].map((sentence, index) => ({ section, number: index + 1, ...read(sentence) })),
);

function read([says, from]: Sentence): Omit<Traced, 'section' | 'number'> {
  const { rules: written = [], openings: open = [], excluded } = 'length' in from ? { rules: from } : from;
  return { says, written, rules: written.flatMap(rulesOf), openings: open, excluded };
}

function rulesOf(name: RuleId | Area): string[] {
  const isArea = areas.some((area) => area === name);
  return isArea ? rules.flatMap(({ id }) => (id.startsWith(`${name}/`) ? [id] : [])) : [name];
}

export function traceabilityPage(): string {
  const parts = [
    { id: 'preamble' as const, heading: 'Before section 1' },
    ...sections.map(({ id, title }) => ({ id, heading: `${id} ${title}` })),
  ];
  const excluded = traced.filter((one) => one.excluded !== undefined);
  return `${[
    '# From sentences to rules',
    '',
    `The interface document has ${traced.length} sentences. Each of them is judged by rules, leaves something open, or is left out for a`,
    `reason, as ${excluded.length} are. Here each is told in a few words of our own, by its number in its section. Counted are`,
    'sentences, items of lists and rows of tables, of a row each sentence of its last cell.',
    '',
    '`roadtest rules ID` prints a rule or an opening, and the sections that it rests on. `limits/*` stands for all rules of an area,',
    'but `operations/*` is one rule, judged for each operation.',
    ...parts.flatMap(({ id, heading }) => [
      '',
      `## ${heading}`,
      '',
      '| | sentence | rules | openings |',
      '|---|---|---|---|',
      ...traced.filter(({ section }) => section === id).map(sentenceRow),
    ]),
    '',
    '## From rules to sentences',
    '',
    '| rule | basis | sentences |',
    '|---|---|---|',
    ...rules.map(
      ({ id, basis }) => `| \`${id}\` | ${basis} | ${placesOf((one) => one.rules.includes(id))} |`,
    ),
    '',
    '## From openings to sentences',
    '',
    '| opening | sentences |',
    '|---|---|',
    ...openings.map(({ id }) => `| \`${id}\` | ${placesOf((one) => one.openings.includes(id))} |`),
  ].join('\n')}\n`;
}

function sentenceRow({ number, says, written, openings: open, excluded }: Traced): string {
  const shown = written.map((name) => (name.includes('/') ? name : `${name}/*`));
  const judged = excluded === undefined ? inCode(shown) : `left out: ${excluded}`;
  return `| ${number} | ${says} | ${judged} | ${inCode(open)} |`;
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Where something stands: `2.4`, and in section 4.1 `4.1.4`. */
function placesOf(isHere: (one: Traced) => boolean): string {
  return traced
    .filter(isHere)
    .map(({ section, number }) => `${section}.${number}`)
    .join(', ');
}

/** `roadtest rules`: what the interface document says, and what it leaves open. */

import { table } from '../../contracts/kit/columns.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { controlFacts } from '../../contracts/profile/controls.ts';
import {
  type ControlName,
  controlKeys,
  controlNames,
  controlSnippet,
  type Key,
  openingKeys,
  openingSnippet,
} from '../../contracts/profile/snippets.ts';
import { expand, type Judged } from '../../contracts/specification/judged.ts';
import { explainNeed } from '../../contracts/specification/needs.ts';
import { type Opening, openings } from '../../contracts/specification/openings/index.ts';
import { type Operation, operations } from '../../contracts/specification/operations.ts';
import { rules as allRules, type Rule } from '../../contracts/specification/rules/index.ts';
import { type SectionId, section } from '../../contracts/specification/sections.ts';
import { CliError, defineCommand, type Io } from '../command.ts';

/** A rule with everything that is judged for it. */
type Entry = Rule & { judged: readonly Judged[] };

/** The part of the document that is printed: all of it, or what an id names. */
interface Selection {
  operations: readonly Operation[];
  rules: readonly Entry[];
  openings: readonly Opening[];
  controls: readonly Control[];
}

/** A way to bring about what the API does not offer, under the name that a profile has for it. */
interface Control {
  id: `controls.${ControlName}`;
  name: ControlName;
  does: string;
}

const everything: Selection = {
  operations,
  rules: allRules.map((rule) => ({ ...rule, judged: expand(rule) })),
  openings,
  controls: controlNames.map((name) => ({ id: `controls.${name}`, name, does: controlFacts[name].does })),
};

export const rules = defineCommand({
  name: 'rules',
  summary: 'Print the operations, rules and openings of the interface document, and what a profile can say',
  positionals: [
    {
      name: 'ID',
      summary: 'an operation, a rule, a case of a rule, an opening, a control, or the start of an id',
    },
  ],
  options: {
    deviations: {
      type: 'boolean',
      summary: 'Print what serve --deviate takes: services that break a rule, by its id',
    },
    json: { type: 'boolean', summary: 'Print one JSON object: operations, rules, openings, controls' },
  },
  examples: [
    { line: 'roadtest rules', does: 'Everything, by subject' },
    { line: 'roadtest rules limits/', does: 'The rules of the daily limits' },
    { line: 'roadtest rules records.device', does: 'What a profile can say about it, with an example' },
    { line: 'roadtest rules auth/expired-refused/listDevices', does: 'One rule for one operation' },
    { line: 'roadtest rules limits/ --deviations', does: 'Services that break them, for serve --deviate' },
    { line: 'roadtest rules --json', does: 'Everything, for programs' },
  ],
  async run({ args: [id], options }, io) {
    if (options.deviations) return printDeviations(id, options, io);
    const found = id === undefined ? everything : select(id);
    if (options.json) io.json(forPrograms(found), 2);
    else if (id !== undefined && countOf(found) === 1) io.out(detail(found, io));
    else io.out(overview(found, io));
  },
});

/** @throws CliError where no id is or begins like this one. */
async function printDeviations(id: string | undefined, { json }: { json: boolean }, io: Io): Promise<void> {
  const { offered, offeredBy } = await import('../serving/deviation.ts');
  const found = id === undefined ? offered : offeredBy(id);
  if (json) return io.json({ deviations: found }, 2);
  const rows = found.map(({ id, does }) => {
    const rule = everything.rules.find((one) => one.id === id);
    return [id, `It ${does}.${rule ? timesJudged(rule) : ''}`];
  });
  io.out(printed([{ title: 'Deviations', rows, styles: [io.colors.cyan] }], io));
}

/** @throws CliError where no id is or begins like this one. */
function select(id: string): Selection {
  const exact = filter(
    (entry) => entry.id === id,
    (judged) => judged.id === id,
  );
  if (countOf(exact) > 0) return exact;
  // The start of an id up to one of its signs names what it begins; any other start, all that begin so.
  for (const beginning of [[`${id}/`, `${id}.`], [id]]) {
    const begun = filter(
      (entry) => beginning.some((start) => entry.id.startsWith(start)),
      () => false,
    );
    if (id !== '' && countOf(begun) > 0) return begun;
  }
  throw new CliError('UNKNOWN_ID', `${quoted(id)} is not an operation, rule, opening or control.`, {
    hint: suggestion(id, allIds()) ?? 'roadtest rules lists them all.',
  });
}

/** A rule is kept whole when it is wanted itself, or with just what is wanted of its judged ids. */
function filter(
  wanted: (entry: { id: string }) => boolean,
  wantedJudged: (judged: Judged) => boolean,
): Selection {
  return {
    operations: everything.operations.filter(wanted),
    rules: everything.rules.flatMap((rule) => {
      if (wanted(rule)) return [rule];
      const judged = rule.judged.filter(wantedJudged);
      return judged.length > 0 ? [{ ...rule, judged }] : [];
    }),
    openings: everything.openings.filter(wanted),
    controls: everything.controls.filter((one) => wanted(one) || wanted({ id: one.name })),
  };
}

function countOf(selection: Selection): number {
  const { operations, rules, openings, controls } = selection;
  return operations.length + rules.length + openings.length + controls.length;
}

function allIds(): string[] {
  const { operations, rules, openings, controls } = everything;
  return [...operations, ...openings, ...controls, ...rules, ...rules.flatMap((rule) => rule.judged)].map(
    ({ id }) => id,
  );
}

function forPrograms({ operations, rules, openings, controls }: Selection): unknown {
  return {
    operations,
    rules: rules.map((rule) => ({ ...rule, judged: rule.judged.map(({ id }) => id) })),
    openings,
    controls,
  };
}

function overview({ operations, rules, openings, controls }: Selection, io: Io): string {
  const { bold, cyan, dim } = io.colors;
  const blocks = [
    {
      title: 'Operations',
      rows: operations.map((it) => [it.id, it.method, it.path, inShort([it.section]), it.summary]),
      styles: [cyan, bold, bold, dim],
    },
    {
      title: 'Rules',
      rows: rules.map((it) => [it.id, it.basis, inShort(it.sections), `${it.text}${timesJudged(it)}`]),
      styles: [cyan, dim, dim],
    },
    {
      title: 'Openings',
      rows: openings.map((it) => [it.id, inShort(it.sections), `${it.open}: ${it.default}`]),
      styles: [cyan, dim],
    },
    {
      title: 'Controls',
      rows: controls.map((it) => [it.id, it.does]),
      styles: [cyan],
    },
  ];
  return printed(blocks, io);
}

interface Block {
  title: string;
  rows: readonly (readonly string[])[];
  styles: Parameters<typeof table>[1];
}

/** The blocks that have rows, each with their number. */
function printed(blocks: readonly Block[], io: Io): string {
  const { bold, dim } = io.colors;
  return blocks
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title, rows, styles }) =>
        `${bold(title)} ${dim(`(${rows.length})`)}\n${table(rows, styles, io.width)}`,
    )
    .join('\n');
}

/** All about the one thing that was found. */
function detail({ operations, rules, openings, controls }: Selection, io: Io): string {
  const { bold, dim } = io.colors;
  const named = rules.flatMap((rule): readonly { id: string }[] =>
    rule.judged.length === 1 ? rule.judged : [rule],
  );
  const [found] = [...operations, ...named, ...openings, ...controls];
  const rows = [
    ...operations.flatMap(operationRows),
    ...rules.flatMap(ruleRows),
    ...openings.flatMap(openingRows),
    ...controls.flatMap(controlRows),
  ];
  return `${bold(found?.id ?? '')}\n${table(rows, [dim], io.columns)}`;
}

function operationRows(it: Operation): string[][] {
  const judged = everything.rules
    .flatMap((rule) => rule.judged)
    .filter(({ operation }) => operation === it.id);
  return [
    ['operation', it.summary],
    ['served at', `${it.method} ${it.path}`],
    ['token', it.guarded ? 'needed' : 'not needed'],
    ['section', inFull(it.section)],
    ...listed(
      'judged by',
      judged.map(({ id }) => id),
    ),
  ];
}

function ruleRows(it: Entry): string[][] {
  const [only] = it.judged;
  const needs = it.judged.length === 1 && only ? only.needs : it.needs;
  return [
    ['rule', it.text],
    ['basis', it.basis],
    ...listed('section', it.sections.map(inFull)),
    ...listed('needs', needs.map(explainNeed)),
    ...listed('judged as', it.judged.length > 1 ? it.judged.map(({ id }) => id) : []),
  ];
}

function openingRows(it: Opening): string[][] {
  return [
    ['open', it.open],
    ['default', it.default],
    ...listed('section', it.sections.map(inFull)),
    ...keyRows(openingKeys(it.id)),
    ['example', openingSnippet(it.id)],
  ];
}

function controlRows({ name, does }: Control): string[][] {
  return [
    ['control', `a way to ${does}, by http, a command, or none`],
    ...keyRows(controlKeys(name)),
    ['example', controlSnippet(name)],
  ];
}

function keyRows(keys: readonly Key[]): string[][] {
  return listed(
    keys.length === 1 && keys[0]?.key === '' ? 'values' : 'keys',
    keys.map(({ key, may }) => (key === '' ? may : `${key}: ${may}`)),
  );
}

/** A row for each value, the first with the name. */
function listed(name: string, values: readonly string[]): string[][] {
  return values.map((value, index) => [index === 0 ? name : '', value]);
}

function inFull(id: SectionId): string {
  return `${id} ${section(id).title}`;
}

function inShort(sections: readonly SectionId[]): string {
  return sections.map((id) => `§${id}`).join(' ');
}

const perWords = {
  operation: 'for each operation',
  'guarded-operation': 'for each operation',
  channel: 'for each channel',
};

function timesJudged({ per, judged }: Entry): string {
  return per ? ` (${judged.length}, ${perWords[per]})` : '';
}

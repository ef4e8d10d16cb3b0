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

/** A way to bring about what the API does not offer, under the name that a profile has for it. */
interface Control {
  id: `controls.${ControlName}`;
  name: ControlName;
  does: string;
}

/** The part of the document that is printed: all of it, or what an id names. */
interface Selection {
  operations: readonly Operation[];
  rules: readonly Entry[];
  openings: readonly Opening[];
  controls: readonly Control[];
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
    if (options.deviations) return printDeviations(id, options.json, io);
    const found = id === undefined ? everything : select(id);
    if (options.json) io.json(forPrograms(found), 2);
    else if (id !== undefined && allOf(found).length === 1) io.out(detail(found, io));
    else io.out(overview(found, io));
  },
});

/** @throws CliError where no id is or begins like this one. */
async function printDeviations(id: string | undefined, json: boolean, io: Io): Promise<void> {
  const { offered, offeredBy } = await import('../serving/deviation.ts');
  const found = id === undefined ? offered : offeredBy(id);
  if (json) return io.json({ deviations: found }, 2);
  const rows = found.map(({ id, does }) => {
    const rule = everything.rules.find((one) => one.id === id);
    return [id, `It ${does}.${rule ? timesJudged(rule) : ''}`];
  });
  io.out(block('Deviations', rows, [io.colors.cyan], io));
}

function allOf({ operations, rules, openings, controls }: Selection): readonly { id: string }[] {
  return [...operations, ...openings, ...controls, ...rules];
}

/** The one with that id; else those that it begins up to a sign (`limits/`, `records.`), else any way. @throws CliError UNKNOWN_ID */
function select(id: string): Selection {
  const starts = [`${id}/`, `${id}.`];
  const ways = [
    filter((one) => one === id),
    filter((one, judged) => !judged && starts.some((start) => one.startsWith(start))),
    filter((one, judged) => !judged && id !== '' && one.startsWith(id)),
  ];
  const found = ways.find((selection) => allOf(selection).length > 0);
  if (found) return found;
  const ids = [...allOf(everything), ...everything.rules.flatMap(({ judged }) => judged)].map(({ id }) => id);
  throw new CliError('UNKNOWN_ID', `${quoted(id)} is not an operation, rule, opening or control.`, {
    hint: suggestion(id, ids) ?? 'roadtest rules lists them all.',
  });
}

/** A rule is kept whole when it is wanted itself, or with just what is wanted of its judged ids. */
function filter(wanted: (id: string, judged: boolean) => boolean): Selection {
  const own = ({ id }: { id: string }) => wanted(id, false);
  return {
    operations: everything.operations.filter(own),
    rules: everything.rules.flatMap((rule) => {
      const judged = own(rule) ? rule.judged : rule.judged.filter(({ id }) => wanted(id, true));
      return judged.length > 0 ? [{ ...rule, judged }] : [];
    }),
    openings: everything.openings.filter(own),
    controls: everything.controls.filter((one) => own(one) || wanted(one.name, false)),
  };
}

function forPrograms({ rules, ...others }: Selection): unknown {
  return { ...others, rules: rules.map((rule) => ({ ...rule, judged: rule.judged.map(({ id }) => id) })) };
}

function overview({ operations, rules, openings, controls }: Selection, io: Io): string {
  const { bold, cyan, dim } = io.colors;
  const inShort = (...ids: readonly SectionId[]) => ids.map((id) => `§${id}`).join(' ');
  const blocks = [
    block(
      'Operations',
      operations.map((it) => [it.id, it.method, it.path, inShort(it.section), it.summary]),
      [cyan, bold, bold, dim],
      io,
    ),
    block(
      'Rules',
      rules.map((it) => [it.id, it.basis, inShort(...it.sections), `${it.text}${timesJudged(it)}`]),
      [cyan, dim, dim],
      io,
    ),
    block(
      'Openings',
      openings.map((it) => [it.id, inShort(...it.sections), `${it.open}: ${it.default}`]),
      [cyan, dim],
      io,
    ),
    block(
      'Controls',
      controls.map((it) => [it.id, it.does]),
      [cyan],
      io,
    ),
  ];
  return blocks.filter((text) => text !== '').join('\n');
}

/** Rows below their title and number; nothing where there are none. */
function block(
  title: string,
  rows: readonly (readonly string[])[],
  styles: Parameters<typeof table>[1],
  { colors, width }: Io,
): string {
  if (rows.length === 0) return '';
  return `${colors.bold(title)} ${colors.dim(`(${rows.length})`)}\n${table(rows, styles, width)}`;
}

/** All about the one thing that was found. */
function detail({ operations, rules, openings, controls }: Selection, io: Io): string {
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
  return `${io.colors.bold(found?.id ?? '')}\n${table(rows, [io.colors.dim], io.columns)}`;
}

function operationRows({ id, summary, method, path, guarded, section }: Operation): string[][] {
  const judged = everything.rules.flatMap((rule) => rule.judged).filter(({ operation }) => operation === id);
  return [
    ['operation', summary],
    ['served at', `${method} ${path}`],
    ['token', guarded ? 'needed' : 'not needed'],
    ['section', inFull(section)],
    ...listed(
      'judged by',
      judged.map(({ id }) => id),
    ),
  ];
}

function ruleRows({ text, basis, sections, needs, judged }: Entry): string[][] {
  const [only, ...others] = judged;
  return [
    ['rule', text],
    ['basis', basis],
    ...listed('section', sections.map(inFull)),
    ...listed('needs', (others.length === 0 && only ? only.needs : needs).map(explainNeed)),
    ...listed('judged as', others.length > 0 ? judged.map(({ id }) => id) : []),
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

function timesJudged({ per, judged }: Entry): string {
  return per ? ` (${judged.length}, for each ${per === 'channel' ? per : 'operation'})` : '';
}

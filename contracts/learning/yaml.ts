/** A learned profile as YAML: each answer with its evidence, and as comments what could not be told. */
import { exactJsonText } from '../kit/exact-json.ts';
import type { Json } from '../kit/json.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import { controlFacts } from '../profile/controls.ts';
import { controlNames, controlSnippet, openingSnippet } from '../profile/snippets.ts';
import { type Opening, openings } from '../specification/openings/index.ts';
import type { Answer } from './merge.ts';
import type { Built } from './profile.ts';
import { judgedBy, judgedWith } from './unlocking.ts';

/** Letters of evidence on one line. */
const EVIDENCE = 160;

export interface Written extends Built {
  readonly contradictions: readonly string[];
  readonly notes: readonly string[];
}

/** @param from what it was learned from, in words */
export function profileText(
  { data, kept, left, contradictions, notes }: Written,
  from: readonly string[],
): string {
  const evidence = new Map(kept.map((answer) => [answer.at, answer.evidence]));
  const { openings: said, ...rest } = data;
  const lines = [
    '# A profile that roadtest learn wrote. Each answer has its evidence behind it; what could not be told is a comment.',
    ...from.map((source) => `# Learned from ${comment(source)}.`),
    ...section('Contradictions, to be looked at', contradictions),
    ...section('Notes', notes),
    ...section(
      'Seen, and left out',
      left.map(({ answer, why }) => `${inWords(answer)}: ${why}`),
    ),
    '',
    ...mapLines(rest, [], 0, evidence),
    '',
    'openings:',
    ...openings.flatMap(({ id }) =>
      said[id] === undefined ? [] : entryLines(id, said[id], ['openings'], 1, evidence),
    ),
    ...(Object.keys(said).length === 0 ? ['  {}'] : []),
    ...unknownLines(openings.filter(({ id }) => said[id] === undefined)),
    ...controlLines(),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['#', `# ${title}:`, ...lines.map((line) => `# - ${comment(line)}`)];
}

function inWords({ at, value, evidence }: Answer): string {
  return `${splitPointer(at).slice(1).join(' ')} ${exactJsonText(value)} (${evidence.join('; ')})`;
}

/** One line, in which nothing ends the comment. */
function comment(text: string): string {
  return shortened(visible(text), 2 * EVIDENCE);
}

function mapLines(
  tree: { readonly [name: string]: Json },
  way: readonly string[],
  depth: number,
  evidence: Evidence,
): string[] {
  return Object.entries(tree).flatMap(([name, value]) => entryLines(name, value, way, depth, evidence));
}

type Evidence = ReadonlyMap<string, readonly string[]>;

function entryLines(
  name: string,
  value: Json,
  way: readonly string[],
  depth: number,
  evidence: Evidence,
): string[] {
  const here = [...way, name];
  const margin = '  '.repeat(depth);
  const isOne = value === null || typeof value !== 'object' || Array.isArray(value);
  if (!isOne && Object.keys(value).length > 0)
    return [`${margin}${key(name)}:`, ...mapLines(value, here, depth + 1, evidence)];
  const why = evidence.get(formatPointer(here));
  const behind = why === undefined ? '' : ` # ${shortened(visible(why.join('; ')), EVIDENCE)}`;
  return [`${margin}${key(name)}: ${flow(value)}${behind}`];
}

/** A name that YAML takes for nothing else. */
function key(name: string): string {
  const isPlain =
    /^[A-Za-z][\w.-]*$/.test(name) && !/^(null|true|false|yes|no|on|off|y|n|\.inf|\.nan)$/i.test(name);
  return isPlain ? name : flow(name);
}

/** JSON is YAML, where every character that YAML refuses is written by its number. */
function flow(value: Json): string {
  return exactJsonText(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function unknownLines(unknown: readonly Opening[]): string[] {
  const rows = unknown.map((opening) => ({ opening, ids: judgedBy(opening.id) }));
  const ordered = rows.toSorted((a, b) => b.ids.length - a.ids.length);
  return [
    '',
    '  # Not told. Take out the # of what you know; roadtest rules OPENING prints what can be said.',
    ...ordered.flatMap(({ opening: { id, open }, ids }) => [
      `  # ${openingSnippet(id)} # ${open}${unlocks(ids)}`,
    ]),
  ];
}

function unlocks(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `; unlocks ${ids.length} ${ids.length === 1 ? 'check' : 'checks'}: ${[...ids.slice(0, 2), ...(ids.length > 2 ? ['…'] : [])].join(', ')}`;
}

function controlLines(): string[] {
  const ordered = controlNames
    .map((name) => ({ name, ids: judgedWith(name) }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
  return [
    '',
    '# How a tester brings about what the API does not offer: by http, a command, or none.',
    '# controls:',
    ...ordered.map(
      ({ name, ids }) => `#   ${controlSnippet(name)} # ${controlFacts[name].does}${unlocks(ids)}`,
    ),
  ];
}

/** A learned profile as YAML: each answer with its evidence, and as comments what could not be told. */
import { Document, isNode, isSeq } from 'yaml';
import { exactJsonText } from '../kit/exact-json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import { controlFacts } from '../profile/controls.ts';
import { controlNames, controlSnippet, openingSnippet } from '../profile/snippets.ts';
import { openings } from '../specification/openings/index.ts';
import type { Built } from './profile.ts';

/** Letters of evidence on one line, and of any other comment. */
const EVIDENCE = 160;
const COMMENT = 320;

export interface Written extends Built {
  readonly contradictions: readonly string[];
  readonly notes: readonly string[];
}

/** @param from what it was learned from, in words */
export function profileText(
  { data, kept, left, contradictions, notes }: Written,
  from: readonly string[],
): string {
  const { openings: said, ...rest } = data;
  const told = openings.filter(({ id }) => said[id] !== undefined);
  const inOrder = Object.fromEntries(told.map(({ id }) => [id, said[id]]));
  const document = new Document({ ...rest, openings: inOrder }, { aliasDuplicateObjects: false });
  for (const { at, evidence } of kept) {
    const node = document.getIn(splitPointer(at), true);
    if (isNode(node)) node.comment = ` ${comment(evidence.join('; '), EVIDENCE)}`;
    if (isSeq(node)) node.flow = true;
  }
  return [
    '# A profile that roadtest learn wrote. Each answer has its evidence behind it; what could not be told is a comment.',
    ...from.map((source) => `# Learned from ${comment(source)}.`),
    ...section('Contradictions, to be looked at', contradictions),
    ...section('Notes', notes),
    ...section(
      'Seen, and left out',
      left.map(({ answer: { at, value, evidence }, why }) => {
        const place = splitPointer(at).slice(1).join(' ');
        return `${place} ${exactJsonText(value)} (${evidence.join('; ')}): ${why}`;
      }),
    ),
    '',
    // JSON is YAML; a line that is folded would part an answer from its evidence.
    document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false }),
    '  # Not told. Take out the # of what you know; roadtest rules OPENING prints what can be said.',
    ...openings
      .filter((one) => !told.includes(one))
      .map(({ id, open }) => `  # ${openingSnippet(id)} # ${open}`),
    '',
    '# How a tester brings about what the API does not offer: by http, a command, or none.',
    '# controls:',
    ...controlNames.map((name) => `#   ${controlSnippet(name)} # ${controlFacts[name].does}`),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['#', `# ${title}:`, ...lines.map((line) => `# - ${comment(line)}`)];
}

/** One line, in which nothing ends the comment. */
function comment(text: string, most = COMMENT): string {
  return shortened(visible(text), most);
}

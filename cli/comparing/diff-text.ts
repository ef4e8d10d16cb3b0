/** Two runs compared, as text for people and as a comment in Markdown. */
import { hang } from '../../contracts/kit/columns.ts';
import { plural } from '../../contracts/kit/phrases.ts';
import { entriesOf, namesOf } from '../../contracts/kit/tables.ts';
import { inert, shortened, visible } from '../../contracts/kit/untrusted.ts';
import { code } from '../../contracts/report/markdown.ts';
import { inShort } from '../../contracts/report/summary.ts';
import { layoutOf, type ReportOptions } from '../../contracts/report/text.ts';
import { mark, type Status, statuses } from '../../contracts/report/verdicts.ts';
import { causesInWords } from './causes.ts';
import { type Change, type Diff, type Facts, type Kind, kinds } from './diff.ts';

/** Characters of a reason, and how many changes of one kind are told one by one. */
const MOST = 300;
const EACH = 40;

/** `Exit code 1: 2 new failures, 1 check out of reach`. */
export function diffConclusion({ counts, exitCode }: Pick<Diff, 'counts' | 'exitCode'>): string {
  const told = entriesOf(kinds).flatMap(([kind, { word }]) =>
    counts[kind] > 0 ? [plural(counts[kind], word[0], word[1])] : [],
  );
  const worse = exitCode === 0 ? 'nothing is worse' : '';
  return `${exitCode}: ${[worse, told.join(', ')].filter((part) => part !== '').join('; ')}`;
}

export function diffText(diff: Diff, options: ReportOptions = {}): string {
  const { palette, width } = layoutOf(options);
  const { before, after, differing } = diff;
  const blocks = groupsOf(diff).map(
    ({ title, groups }) =>
      `\n${palette.bold(title)}\n${groups
        .map(({ status, names, words, reason }) => {
          const head = `  ${status ? mark(status, palette) : ' '} `;
          const said = [
            hang(head, 4, visible(`${names}${words}`), width),
            ...(reason === '' ? [] : [hang('    ', 4, visible(reason), width, palette.dim)]),
          ];
          return said.join('');
        })
        .join('')}`,
  );
  const told = [
    hang('', 0, `before  ${factsLine(before)}`, width, palette.dim),
    hang('', 0, `after   ${factsLine(after)}`, width, palette.dim),
    hang('', 0, `By the reports, what changed may come of ${causesInWords(differing)}.`, width),
    ...blocks,
    `\n${hang('', 0, `Exit code ${diffConclusion(diff)}`, width, palette.bold)}`,
  ];
  return inert(told.join(''));
}

function factsLine({ startedAt, target, profile, tool, seed, exitCode, given }: Facts): string {
  const by = profile === null ? 'no profile' : `profile ${profile}`;
  const options = given?.options.length ? `, ${given.options.join(' ')}` : '';
  return visible(
    `${startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}  ${target}  ${by}, ${tool}, --seed ${seed}${shortened(options, MOST)}: exit code ${exitCode}`,
  );
}

interface Group {
  status: Status | null;
  names: string;
  words: string;
  reason: string;
}

/** The changes of each kind: failures and drift one by one, other changes with the same words together. */
function groupsOf({ changes }: Diff): { title: string; groups: Group[] }[] {
  return namesOf(kinds).flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    return [
      { title: `${kinds[kind].title}  ${own.length}`, groups: alone.has(kind) ? eachOf(own) : together(own) },
    ];
  });
}

const alone: ReadonlySet<Kind> = new Set<Kind>(['new-failure', 'new-drift']);

function eachOf(changes: readonly Change[]): Group[] {
  const told = changes.slice(0, EACH).map((change) => ({
    ...{ status: change.after, names: change.id, words: wordsOf(change) },
    reason: shortened(change.reason, MOST),
  }));
  return [...told, ...together(changes.slice(EACH))];
}

function together(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = wordsOf(change) + change.after;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first
      ? [{ status: first.after, names: inShort(own).join(', '), words: wordsOf(first), reason: '' }]
      : [];
  });
}

/** `: pass before, fail now, by the deployment`. */
function wordsOf({ before, after, causes }: Change): string {
  const word = (status: Status | null) => (status ? statuses[status].word : 'no part of the run');
  if (causes.length === 0) return '';
  return `: ${word(before)} before, ${word(after)} now, by ${causesInWords(causes)}`;
}

/** Characters of the comment; chats cut longer messages. */
const MOST_COMMENT = 3_000;
const VALUE = 160;

export function diffMarkdown(diff: Diff): string {
  const { before, after, exitCode } = diff;
  const head = exitCode === 0 ? '### ✔ Nothing is worse' : '### ✘ Something is worse';
  const facts = [before, after].map(
    (run, index) => `- ${index === 0 ? 'before' : 'after'} ${code(factsLine(run), 2 * VALUE)}`,
  );
  const items = groupsOf(diff).flatMap(({ title, groups }) => [
    `\n**${title}**\n`,
    ...groups.map(({ status, names, words, reason }) => {
      const why = reason === '' ? '' : `: ${code(reason, VALUE)}`;
      return `- ${status ? `${statuses[status].symbol} ` : ''}${code(names, VALUE)}${words.replace(/^:/, ',')}${why}`;
    }),
  ]);
  let text = '';
  for (const [index, item] of items.entries()) {
    if (text.length + item.length > MOST_COMMENT) {
      text += `- … and ${items.length - index} more\n`;
      break;
    }
    text += `${item}\n`;
  }
  return `${head}\n\n${facts.join('\n')}\n${text}\nExit code ${code(diffConclusion(diff), 2 * VALUE)}\n`;
}

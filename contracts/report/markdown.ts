/**
 * A comment in Markdown, for a merge request, the summary of a job or a chat: what came out, what wants attention, the
 * most important first, and never longer than a chat message may be. Text from outside stands in code spans alone, where
 * no reader of Markdown finds markup, links or mentions.
 */
import { plural } from '../kit/phrases.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { alikeIn, baselineFaults } from './baseline.ts';
import { conclusionOf } from './conclusion.ts';
import { headlineOf } from './headline.ts';
import { nextSteps } from './next.ts';
import { notices } from './notices.ts';
import { stepLines } from './prose.ts';
import { inShort, summarise, withStatus } from './summary.ts';
import { byReason, type Doubtful } from './suspects.ts';
import { summaryLine } from './text.ts';
import { statuses, statusOf } from './verdicts.ts';

/** Characters of the whole: chats cut longer messages. */
const MOST = 4000;
/** Characters of the list; what surrounds it takes the rest. */
const MOST_ITEMS = 2600;
/** Characters of a value, and of a line of the whole run. */
const VALUE = 160;
const LINE = 400;

export function renderMarkdown(run: Run): string {
  const { words, status } = headlineOf(run, summarise(run));
  const profile = run.profile === null ? 'no profile' : `profile ${code(run.profile, VALUE)}`;
  const items = itemsThatFit(itemsOf(run));
  const blocks = [
    `### ${statuses[status].symbol} ${words}`,
    `${code(run.target, VALUE)}, ${profile}, ${code(run.tool, VALUE)}, \`--seed ${run.seed}\``,
    ...(items === '' ? [] : [items]),
    summaryLine(run),
    `Exit code ${code(conclusionOf(run), LINE)}`,
  ];
  return `${blocks.join('\n\n').slice(0, MOST)}\n`;
}

/** A point of the list, and what follows it where there is room: the steps of a failure, then the lines that take them again. */
interface Item {
  said: string;
  more: readonly string[];
}

/** The items that there is room for, and how many there are besides. */
function itemsThatFit(items: readonly Item[]): string {
  let room = MOST_ITEMS;
  const fits = ({ length }: string) => {
    const isFit = length <= room;
    if (isFit) room -= length;
    return isFit;
  };
  const end = items.findIndex(({ said }) => !fits(`- ${said}\n`));
  const shown = items.slice(0, end < 0 ? items.length : end);
  const texts = shown.map(({ said, more }) => {
    const last = more.findIndex((part) => !fits(part));
    return `- ${said}${more.slice(0, last < 0 ? more.length : last).join('')}\n`;
  });
  const left = items.length - shown.length;
  return `${texts.join('')}${left > 0 ? `- … and ${left} more, in the other reports` : ''}`.trimEnd();
}

function itemsOf(run: Run): Item[] {
  const plain = (said: string): Item => ({ said, more: [] });
  return [
    ...withStatus(run, 'fail', 'error').map(itemOf),
    ...[
      ...baselineFaults(run).map(
        (fault) => `${code(fault.code, VALUE)} ${code(fault.id, VALUE)}: ${code(fault.message, VALUE)}`,
      ),
      ...doubtItems(run, 'suspect'),
      ...doubtItems(run, 'left-open'),
      ...withStatus(run, 'drift').map((outcome) => itemOf(outcome).said),
      ...run.observations
        .filter(({ drift }) => drift)
        .map(
          ({ opening, observed, pinned = '' }) =>
            `${labelOf('drift')} ${code(opening, VALUE)}: observed ${code(observed, VALUE)}, pinned ${code(pinned, VALUE)}`,
        ),
      ...alikeIn(withStatus(run, 'accepted')).map(
        ([why, outcomes]) =>
          `${labelOf('accepted')} ${code(inShort(outcomes).join(', '), VALUE)}${why === undefined ? '' : `: ${code(why, VALUE)}`}`,
      ),
      ...notices(run).map((notice) => `! ${code(notice, LINE)}`),
      ...nextSteps(run).map((step) => `next: ${step.do}, which unlocks ${plural(step.checks, 'check')}`),
    ].map(plain),
  ];
}

function labelOf(status: keyof typeof statuses): string {
  return `${statuses[status].symbol} ${statuses[status].word}`;
}

function itemOf(outcome: Outcome): Item {
  const { id, expected = '', observed, reason } = outcome;
  const found =
    observed === undefined
      ? code(reason, LINE)
      : `expected ${code(expected, LINE)}, observed ${code(observed, LINE)}`;
  const steps = stepLines(outcome);
  const said = steps.map((step) => `\n  ${code(step.said, LINE)}  `);
  // A block of code has no markup but what ends it, and what chats look for.
  const lines = steps.flatMap(({ run }) => run).map((line) => `\n  ${inertIn(line, /[`<@&]/g)}`);
  return {
    said: `${labelOf(statusOf(outcome))} ${code(id, VALUE)}: ${found}`,
    more: [said.join(''), ...(lines.length > 0 ? [`\n\n  \`\`\`sh${lines.join('')}\n  \`\`\``] : [])],
  };
}

function doubtItems(run: Run, status: Doubtful): string[] {
  return byReason(run, status).map(
    ({ reason, outcomes }) =>
      `${labelOf(status)} ${code(inShort(outcomes).join(', '), VALUE)}: ${code(reason, VALUE)}`,
  );
}

/** Characters that end a code span or the cell of a table, begin a tag, or that chats look for even in code. */
const speaking = /[`|<>@&]/g;

/** A text as a code span: on one line, its speaking characters by their numbers, not empty. */
export function code(text: string, most: number): string {
  const shown = shortened(visible(text.slice(0, 2 * most)), most).trim();
  const inert = inertIn(shown, speaking);
  return `\`${inert === '' ? ' ' : inert}\``;
}

function inertIn(text: string, characters: RegExp): string {
  return text.replace(characters, (it) => `\\u00${it.charCodeAt(0).toString(16)}`);
}

/**
 * A comment in Markdown, for a merge request, the summary of a job or a chat: what came out, what wants attention, the
 * most important first, and never longer than a chat message may be. Text from outside stands in code spans alone, where
 * no reader of Markdown finds markup, links or mentions.
 */
import { plural } from '../kit/phrases.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { conclusionOf, headlineOf } from './exit.ts';
import { type Finding, findingsOf } from './findings.ts';
import { notices } from './summary.ts';
import { summaryLine } from './text.ts';
import { nextSteps } from './unlock.ts';
import { statuses } from './verdicts.ts';

/** Characters of the whole: chats cut longer messages. */
const MAX_LENGTH = 4000;
/** Characters of the list; what surrounds it takes the rest. */
const MAX_ITEMS = 2600;
/** Characters of a value, and of a line of the whole run. */
const VALUE = 160;
const LINE = 400;

export function renderMarkdown(run: Run): string {
  const { words, status } = headlineOf(run);
  const profile = run.profile === null ? 'no profile' : `profile ${code(run.profile, VALUE)}`;
  const blocks = [
    `### ${statuses[status].symbol} ${words}`,
    `${code(run.target, VALUE)}, ${profile}, ${code(run.tool, VALUE)}, \`--seed ${run.seed}\``,
    itemsThatFit([
      ...findingsOf(run).map(itemOf),
      ...notices(run).map((notice) => ({ said: `! ${code(notice, LINE)}`, more: [] })),
      ...nextSteps(run).map((step) => ({
        said: `next: ${step.do}, which unlocks ${plural(step.checks, 'check')}`,
        more: [],
      })),
    ]),
    summaryLine(run).trimEnd(),
    `Exit code ${code(conclusionOf(run), LINE)}`,
  ];
  const text = blocks.filter((block) => block !== '').join('\n\n');
  return `${text.slice(0, MAX_LENGTH)}\n`;
}

/** A point of the list, and what follows it where there is room: the steps of a failure, then the lines that take them again. */
interface Item {
  said: string;
  more: readonly string[];
}

/** The items that there is room for, and how many there are besides. */
export function itemsThatFit(items: readonly Item[]): string {
  let room = MAX_ITEMS;
  const fits = ({ length }: string) => {
    const isFit = length <= room;
    if (isFit) room -= length;
    return isFit;
  };
  const firstOf = <T>(all: readonly T[], textOf: (one: T) => string) => {
    const end = all.findIndex((one) => !fits(textOf(one)));
    return all.slice(0, end < 0 ? all.length : end);
  };
  const shown = firstOf(items, ({ said }) => `- ${said}\n`);
  const texts = shown.map(({ said, more }) => `- ${said}${firstOf(more, (part) => part).join('')}\n`);
  const left = items.length - shown.length;
  return `${texts.join('')}${left > 0 ? `- … and ${left} more, in the other reports` : ''}`.trimEnd();
}

function itemOf({ status, word, about, facts, steps }: Finding): Item {
  const told = facts.filter(([label]) => label !== 'rule' && label !== 'needs');
  const texts = told.map(([label, text]) => `${label} ${code(text, LINE)}`).join(', ');
  const said = steps.map((step) => `\n  ${code(step.said, LINE)}  `);
  // A block of code has no markup but what ends it, and what chats look for.
  const lines = steps.flatMap(({ run }) => run).map((line) => `\n  ${inertIn(line, /[`<@&]/g)}`);
  return {
    said: `${statuses[status].symbol} ${word} ${code(about, VALUE)}${texts === '' ? '' : `: ${texts}`}`,
    more: [said.join(''), ...(lines.length > 0 ? [`\n\n  \`\`\`sh${lines.join('')}\n  \`\`\``] : [])],
  };
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

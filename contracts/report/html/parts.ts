/** Small parts that the sections of the page share. */
import { type Counts, type Status, statuses, statusOrder } from '../verdicts.ts';
import { type Html, html, prose } from './markup.ts';

/** The status as symbol and word. */
export function badge(status: Status): Html {
  const { symbol, word } = statuses[status];
  return html`<span class="badge ${status}"><span aria-hidden="true">${symbol}</span> ${word}</span>`;
}

/** `✘ 1 fail ✔ 12 pass`: the statuses that occur. */
export function countList(counts: Counts): Html[] {
  return statusOrder
    .filter((status) => counts[status] > 0)
    .map((status) => {
      const { symbol, word } = statuses[status];
      return html`<li class="${status}"><span aria-hidden="true">${symbol}</span> ${counts[status]} ${word}</li>`;
    });
}

/** From what holds to what was not looked at, so that the covered part of a bar is one piece. */
const barOrder: readonly Status[] = [
  'pass',
  'accepted',
  'fail',
  'error',
  'suspect',
  'drift',
  'left-open',
  'inconclusive',
  'not-applicable',
];
/** A single failure among hundreds is to be seen. In percent of the bar. */
const THINNEST = 1.2;

/** A bar of the statuses' shares. Its numbers are beside it in words, so readers of the screen skip it. */
export function bar(counts: Counts): Html {
  const present = barOrder.filter((status) => counts[status] > 0);
  const total = present.reduce((sum, status) => sum + counts[status], 0);
  const wanted = present.map((status) => Math.max(THINNEST, (100 * counts[status]) / total));
  const scale = 100 / wanted.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const pieces = present.map((status, index) => {
    const width = (wanted[index] ?? 0) * scale;
    const piece = html`<rect class="${status}" x="${x.toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"/>`;
    x += width;
    return piece;
  });
  return html`<svg class="bar" aria-hidden="true" focusable="false">${pieces}</svg>`;
}

/** Beyond this many characters a text is folded. */
const LONG = 480;
const SHOWN = 160;

/** A text that was received, however long: what is long is folded behind its beginning. */
export function value(text: string): Html {
  if (text.length <= LONG) return html`<span class="value">${text}</span>`;
  const start = text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '');
  return html`<details class="value"><summary>${start}… <span class="muted">(${text.length} characters)</span></summary>${block(text, 'whole text')}</details>`;
}

/** A block of more letters or lines scrolls. */
export const tall = { letters: 1600, lines: 22 };

function isTall(text: string): boolean {
  return text.length > tall.letters || text.split('\n').length > tall.lines;
}

/** A text with its own lines. A block that scrolls can be reached by the keyboard. */
export function block(text: string, label: string): Html {
  return isTall(text)
    ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}">${text}</pre>`
    : html`<pre>${text}</pre>`;
}

/** A line to paste, with a button that takes it to the clipboard. */
export function command(line: string, label: string): Html {
  return html`<div class="command">${block(line, label)}<button type="button" class="copy" data-copy hidden>Copy<span class="unseen"> ${label}</span></button></div>`;
}

/** A section of the page with its heading; `note` says in a line what it is for. */
export function part(id: string, title: string, note: string, body: Html | readonly Html[]): Html {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="note">${prose(note)}</p>
${body}
</section>`;
}

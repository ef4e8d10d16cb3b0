/** Markup in which every text is escaped: its writer cannot forget to. */
import { visibleLines } from '../../kit/untrusted.ts';

/** Markup that is safe to write; made by `html` alone. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = string | number | Html | readonly Html[] | false | undefined;

/** A template: what is put in as text comes out as text, what is markup already stays markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = strings.map((text, index) => (index === 0 ? text : `${write(parts[index - 1])}${text}`));
  return new Html(pieces.join(''));
}

/** Markup that is our own, such as a style sheet. Never for anything that was received. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function write(part: Part): string {
  if (part === false || part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return escaped(visibleLines(String(part)));
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
}

/** Text in which words between backticks are code, as the texts of the rules have it. */
export function prose(text: string): Html[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}

/**
 * What a deployment answers is told to people, and must not draw on their screens, turn their lines
 * around or hide from them: every character that would is shown by its number instead.
 */

/** Controls, line separators, marks that turn the direction of text or hide, halves of characters, and what is no character. */
export const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

const short: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** On one line, nothing unseen: `\n`, `\t`, `\u001b`. */
export function visible(text: string): string {
  return text.replace(unseen, numbered);
}

/** The same over several lines: ends of lines and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) => (/[\n\t]/.test(character) ? character : numbered(character)));
}

/** At most so many characters, and how many were left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A pair of surrogates is not taken apart.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/**
 * For the log of a build server: these run commands that they find at the start of a line (`::set-env`)
 * or anywhere in it (`##[…]`, `##vso[…]`, `##teamcity[…]`). No answer may speak to them.
 */
export function inert(text: string): string {
  return text.replace(/^([ \t]*):(?=:)/gm, '$1\\u003a').replace(/##(?=\w*\[)/g, '#\\u0023');
}

function numbered(character: string): string {
  const code = character.codePointAt(0) as number;
  return (
    short[character] ??
    (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

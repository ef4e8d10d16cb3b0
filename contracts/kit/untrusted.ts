/**
 * Text from outside (a deployment, a file, a page) is shown to people, and must not draw on their
 * screens, turn their lines around, hide in them or speak to their build server: every character that
 * would is shown by its number instead.
 *
 * Text of all scripts stays readable. The two joiners (U+200C, U+200D) and the first variation selector
 * after a character stay where writing needs them: in Arabic, after the marks of Indic scripts, in emoji.
 * Anywhere else they are invisible and are shown by their number, like the tag characters of some flags.
 */
import { exactJsonText } from './exact-json.ts';

/** Text after which a joiner says something: Arabic, marks that can be seen, emoji. */
const JOINING = [
  String.raw`[\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}]`,
  String.raw`(?!\p{Default_Ignorable_Code_Point})\p{M}`,
  String.raw`\p{Extended_Pictographic}\ufe0f`,
].join('|');

/**
 * Control characters, separators of lines, format characters (marks that turn the direction of text or
 * hide), halves of characters, and what is not a character.
 */
const UNSEEN = [
  String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]`,
  String.raw`(?![\u200c\u200d\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`,
  String.raw`(?<!${JOINING})[\u200c\u200d]|[\u200c\u200d](?=[\p{Cc}\p{Default_Ignorable_Code_Point}])`,
  String.raw`(?<=^|[\p{Cc}\p{Default_Ignorable_Code_Point}])[\ufe00-\ufe0f]`,
].join('|');

export const unseen = new RegExp(UNSEEN, 'gu');

const short: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** On one line, nothing unseen: `\n`, `\t`, `\u001b`. Doing it again changes nothing. */
export function visible(text: string): string {
  return text.replace(unseen, numbered);
}

/** The same over several lines: ends of lines and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) => (/[\n\t]/.test(character) ? character : numbered(character)));
}

/** On one line, with a space for each character that would not be seen: a mark below it keeps its column. */
export function blanked(text: string): string {
  return text.replace(unseen, (character) => ' '.repeat(character.length));
}

/** Cuts a text to so many characters, and says how many were left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A pair of surrogates is not taken apart.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/**
 * The same text by itself: a part of a longer one would keep all of it in memory.
 *
 * @example copied(body.slice(0, 4_096))
 */
export function copied(part: string): string {
  return String(JSON.parse(JSON.stringify(part)));
}

/** The number of characters of a value that an error quotes. */
const QUOTED = 200;

/** A value from outside as an error quotes it: `"…"`, on one line, at most 200 characters of it. */
export function quoted(value: unknown): string {
  return `"${excerpt(value)}"`;
}

/** The same without quotation marks, for a value that is a part of a sentence. */
export function excerpt(value: unknown): string {
  return visible(shortened(typeof value === 'string' ? value : asText(value), QUOTED));
}

function asText(value: unknown): string {
  try {
    return value === undefined ? String(value) : exactJsonText(value);
  } catch {
    return String(value);
  }
}

/**
 * For the log of a build server: these run commands that they find at the start of a line (`::set-env`)
 * or anywhere in it (`##[…]`, `##vso[…]`, `##teamcity[…]`). No answer may speak to them.
 */
export function inert(text: string): string {
  return inertInside(text.replace(commandStart, '$1\\u003a'));
}

/** The same for commands anywhere in a line alone: for a report that is made of those at its start. */
export function inertInside(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '#\\u0023');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character of a colour at the start of a line
const commandStart = /^((?:[^\S\n]|\u001b\[\d*m)*):(?=:)/gm;

function numbered(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    short[character] ??
    (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/**
 * JSON that can be shown anywhere: what would act on a terminal, hide, or speak to a build server is escaped, so that a parser gets
 * the same values.
 *
 * @param indent spaces for each level; without it all is on one line
 */
export function jsonText(value: unknown, indent?: number): string {
  return shownJson(exactJsonText(value, indent));
}

/** The same for a text that is JSON already, or several of them on lines. */
export function shownJson(text: string): string {
  if (!/[^\n -~]|##/.test(text)) return text; // most are, and a whole world is long
  return text
    .replace(unseen, (character) => (/[\n\r\t]/.test(character) ? character : escaped(character)))
    .replace(/##(?=\w*\[)/g, '#\\u0023');
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

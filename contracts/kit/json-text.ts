/**
 * JSON that can be shown anywhere: what would act on a terminal, hide, or speak to a build server is
 * escaped, so that a parser gets the same values.
 */
import { exactJsonText } from './exact-json.ts';
import { unseen } from './untrusted.ts';

/** @param indent spaces for each level; without it all is on one line */
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

/** Values in scripts for `sh`, as POSIX has it: quoted literals, of which the shell runs nothing. */
import { unseen } from './untrusted.ts';

/**
 * A text as one word, or a part of one. A character that would act on a terminal is written by its bytes; a NUL, which no
 * argument can hold, is left out.
 *
 * @example quotedForSh("it's") // 'it'\''s'
 */
export function quotedForSh(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    pieces.push(inQuotes(text.slice(end, index)), byBytes(character));
    end = index + character.length;
  }
  return [...pieces, inQuotes(text.slice(end))].join('') || "''";
}

function inQuotes(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A single line end in `$(…)` would be lost: it is quoted as it is. */
function byBytes(character: string): string {
  if (character === '\0') return '';
  if (character === '\n') return "'\n'";
  const bytes = [...new TextEncoder().encode(character)];
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
}

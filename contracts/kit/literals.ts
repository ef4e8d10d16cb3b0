/** Values in generated TypeScript: as literals, of which nothing runs and nothing hides. */
import { exactJsonText } from './exact-json.ts';
import { unseen } from './untrusted.ts';

/**
 * A value of JSON as an expression, over several lines. An unseen character is written by its number.
 *
 * @example literalOf({ name: 'a' }) // {\n  "name": "a"\n}
 */
export function literalOf(value: object | string): string {
  return (
    exactJsonText(value, 2)
      // Each key is at the start of its line. This one alone would not become a key.
      .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
      .replace(unseen, (character) => (character === '\n' ? character : byUnits(character)))
  );
}

/** A comment of one line: nothing in it ends it. */
export function commentOf(text: string): string {
  return `// ${text.replace(unseen, ' ')}`.trimEnd();
}

function byUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

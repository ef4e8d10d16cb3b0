/** The lines of a named part of a file: a function, a method or a constant. */
import { readFileSync } from 'node:fs';
import { root } from '../mutation/root.ts';

/** First and last line of a part, from 1. Throws where the file has no such part: the sources are formatted, and so are found by indents. */
export function linesOf(file: string, part: string): readonly [first: number, last: number] {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
  const name = part.replace(/[#$]/g, '\\$&');
  const opens = new RegExp(
    `^( *)(?:(?:export|static|async|function|const|get) )*${name}\\b.*(?:[[({]|= .*;)$`,
  );
  const first = lines.findIndex((line) => opens.test(line));
  const opening = lines[first];
  if (opening === undefined) throw new Error(`${file} has no ${part}`);
  if (opening.endsWith(';')) return [first + 1, first + 1];
  const indent = opens.exec(opening)?.[1] ?? '';
  const closes = new RegExp(`^${indent}[\\])}].*[^{]$|^${indent}[\\])}]$`);
  const length = lines.slice(first + 1).findIndex((line) => closes.test(line));
  return [first + 1, first + length + 2];
}

/**
 * Cases in a text that reads like a list: stories, and what `roadtest play` makes of each.
 *
 *     == what the case is about
 *     do: { stop: vans }                  a line of the first case ("== base") is replaced by the one of the same name,
 *     seed: 7                             others come after it
 *     @drive.csv                          the lines up to the next sign are a file beside the story, also of the other
 *                                         cases where it is one of the base; @story.yaml is the whole story
 *     > 10:17 UNKNOWN_DEVICE …            what comes of it: mistakes by line and column, or what is printed; what follows
 *     do: { stop: bus }                   is a case of its own again, under the same heading
 *     > 10:17 UNKNOWN_DEVICE …
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchHere } from '../command/roadtest.ts';

export interface Case {
  name: string;
  /** The story, and the files beside it. */
  files: { [name: string]: string };
  /** The outcome. */
  outcome: string;
}

/** The cases of a file of `cases/`. */
export function casesOf(file: string): Case[] {
  const text = readFileSync(new URL(`cases/${file}`, import.meta.url), 'utf8');
  const headed = text.split(/^== /m).slice(1);
  const cases = headed.flatMap((part) => {
    const rows = withoutName(part).split(/(?<=^>.*\n)(?=[^>\n])/m);
    return rows.map((row) => ({
      name: rows.length === 1 ? firstLine(part) : `${firstLine(part)}: ${linesOf(row, /^[^>]/).trim()}`,
      files: filesIn(linesOf(row, /^[^>]/)),
      outcome: linesOf(row, /^>/).replaceAll(/^> /gm, ''),
    }));
  });
  const base = cases[0]?.files ?? {};
  return cases.map(({ files, ...rest }, index) => ({
    ...rest,
    files: index === 0 ? base : filesOver(base, files),
  }));
}

/** The story, and what stands after each sign. */
function filesIn(text: string): Case['files'] {
  const [story = '', ...beside] = text.split(/^@/m);
  return { '': story, ...Object.fromEntries(beside.map((part) => [firstLine(part), withoutName(part)])) };
}

function filesOver(base: Case['files'], { '': story = '', ...files }: Case['files']): Case['files'] {
  const beside = Object.entries(files).map(([name, text]) => [
    name,
    name in base ? changed(base[name] ?? '', text) : text,
  ]);
  return { ...base, '': changed(base[''] ?? '', story), ...Object.fromEntries(beside) };
}

const firstLine = (text: string): string => text.slice(0, text.indexOf('\n'));
const withoutName = (text: string): string => text.slice(text.indexOf('\n') + 1);
const linesOf = (text: string, sign: RegExp): string =>
  text
    .split('\n')
    .filter((line) => line !== '' && sign.test(line))
    .map((line) => `${line}\n`)
    .join('');

/** The base with each field of the case in the place of its own, or at the end. */
function changed(base: string, story: string): string {
  let whole = base;
  for (const part of story.split(/^(?=\S)/m).filter((part) => part !== '')) {
    const name = /^"?[^:]*:/.exec(part)?.[0] ?? '';
    const own = new RegExp(
      `^(\\s*(?:- )?)${name.replaceAll('$', '\\$')} .*\\n(?:\\1 .*\\n)*|^${name}\\n(?: .*\\n)*`,
      'm',
    );
    const found = own.exec(whole);
    const put = `${found?.[1] ?? ''}${part}`;
    whole = found ? whole.replace(found[0], () => put) : whole + put;
  }
  return whole;
}

/** The mistakes of a story, or what is printed between its head and its sum: an expectation that is not met once. */
export async function outcomeOf({ files }: Case, cwd: string): Promise<string> {
  for (const [given, text] of Object.entries(files)) {
    const name = given === '' && !('story.yaml' in files) ? 'story.yaml' : given;
    if (name !== '') writeFileSync(join(cwd, name), text);
  }
  const { code, out, err } = await launchHere(['play', 'story.yaml'], { cwd }).ended;
  if (code !== 0 && code !== 1)
    return linesOf(err, /^ {2}|^(?!error story\.yaml is not)/)
      .replaceAll(/^ +/gm, '')
      .replaceAll(/^story\.yaml:| \[STORY_INVALID\]$/gm, '');
  const [, printed = ''] = /^\n(?:.+\n)+\n(?:\w+day, .*\n)?([\s\S]*)$/.exec(out) ?? [];
  const whole = printed.replaceAll(/\n {11,}(?=[^…\s])/g, ' ').replaceAll(/ *\n {4}(?=wanted|actual)/g, ', ');
  const left =
    /^(?!Played to|seed |[\d,]+ locations? in|Expectations: |The story has no| {2}[\d:]+ ✗ .*: expected ).+/;
  return linesOf(whole, left)
    .replaceAll(/^ +| +$/gm, '')
    .replaceAll(/^([✗○] )story\.yaml:/gm, '$1');
}

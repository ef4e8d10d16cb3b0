/**
 * Cases in a text that reads like a list: stories, and what `roadtest play` makes of each.
 *
 *     == what the case is about
 *     do: { stop: vans }                  a line of the first case ("== base") is replaced by the one of the same name,
 *     seed: 7                             others come after it
 *     @drive.csv                          the lines up to the next sign are a file beside the story, also of the other
 *                                         cases where it is one of the base; @story.yaml is the whole story
 *     > 10:17 UNKNOWN_DEVICE …            what comes of it: mistakes by line and column, or what is printed
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchHere } from '../command/roadtest.ts';

export interface Case {
  name: string;
  /** The story, and the files beside it. */
  files: { [name: string]: string };
  /** What comes of it. */
  outcome: string;
}

/** The cases of a file of `cases/`. */
export function casesOf(file: string): Case[] {
  const text = readFileSync(new URL(`cases/${file}`, import.meta.url), 'utf8');
  const cases = text
    .split(/^== /m)
    .slice(1)
    .map((part) => ({
      name: firstLine(part),
      files: filesIn(linesOf(withoutName(part), /^[^>]/)),
      outcome: linesOf(part, /^>/).replaceAll(/^> /gm, ''),
    }));
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

/** What a command makes of a story in a folder of its own. */
export async function played(files: Case['files'], words: readonly string[] = []) {
  const cwd = mkdtempSync(join(tmpdir(), 'roadtest-story-'));
  try {
    for (const [given, text] of Object.entries(files)) {
      const name = given === '' && !('story.yaml' in files) ? 'story.yaml' : given;
      if (name === '') continue;
      mkdirSync(join(cwd, name, '..'), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    return await launchHere(['play', 'story.yaml', ...words], { cwd }).ended;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The mistakes of a story, or what is printed between its head and its sum. */
export async function outcomeOf({ files }: Case): Promise<string> {
  const { code, out, err } = await played(files);
  if (code !== 0 && code !== 1)
    return linesOf(err, /^ {2}|^(?!error story\.yaml is not)/)
      .replaceAll(/^ +/gm, '')
      .replaceAll(/^story\.yaml:| \[STORY_INVALID\]$/gm, '');
  const [, printed = ''] = /^\n(?:.+\n)+\n([\s\S]*)$/.exec(out) ?? [];
  const told = /^(?!Played to|seed |[\d,]+ locations? in|Expectations: ).+/;
  return linesOf(printed, told).replaceAll(/^ +| +$/gm, '');
}

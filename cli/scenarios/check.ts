/** `roadtest scenarios check`: every mistake of a file with its position, or else its timeline, and the objectives of a lesson. */

import { plural } from '../../contracts/kit/phrases.ts';
import { blanked } from '../../contracts/kit/untrusted.ts';
import { notesOf } from '../../scenarios/language/notes.ts';
import { StoryError, type StoryProblem } from '../../scenarios/language/problems.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { durationInWords } from '../../scenarios/language/words.ts';
import type { Io } from '../command.ts';
import { findStory, type StoryOptions } from '../playing/stories.ts';
import { readText } from '../serving/reading.ts';
import { objectivesOf } from './objectives.ts';
import { timelineOf } from './timeline.ts';

type Checked = { file: string; story: Story } | { file: string; problems: readonly Shown[] };

/** A problem, the file that it is in, and the line of it. */
type Shown = StoryProblem & { file: string; source: string | undefined };

/** Returns whether all of them can be played. */
export async function checkStories(
  files: readonly string[],
  { json, profile }: Pick<StoryOptions, 'profile'> & { json: boolean },
  io: Io,
): Promise<boolean> {
  const checked: Checked[] = [];
  for (const file of files) checked.push(await check(file, profile, io));
  const shown = json ? checked.map((each) => forPrograms(each, profile)) : undefined;
  if (shown) io.json(shown, 2);
  else for (const each of checked) print(each, profile, io);
  return checked.every((each) => 'story' in each);
}

async function check(file: string, profile: StoryOptions['profile'], io: Io): Promise<Checked> {
  /** As it was read: a pipe is not read twice. */
  const texts = new Map<string, string>();
  try {
    const onText = (text: string) => texts.set(file, text);
    const { story } = await findStory(file, { profile, onText }, io);
    return { file, story };
  } catch (error) {
    if (!(error instanceof StoryError)) throw error;
    return { file, problems: await withLines(error.problems, file, texts, io) };
  }
}

async function withLines(
  problems: readonly StoryProblem[],
  story: string,
  texts: ReadonlyMap<string, string>,
  io: Io,
): Promise<Shown[]> {
  const lines = new Map<string, string[]>();
  for (const file of new Set(problems.map((problem) => problem.file ?? story))) {
    const text = texts.get(file) ?? (await readText(file, 'fixture', io, 'a file').catch(() => ''));
    lines.set(file, text.split(/\r?\n/));
  }
  return problems.map((problem) => {
    const { file = story, line } = problem;
    return { ...problem, file, source: lines.get(file)?.[line - 1] };
  });
}

function print(checked: Checked, profile: StoryOptions['profile'], io: Io): void {
  const { bold, dim, green, red, yellow } = io.colors;
  if ('story' in checked) {
    const { story, file } = checked;
    const notes = notesOf(story, profile?.openings).map((note) => `  ${yellow('note')} ${blanked(note)}\n`);
    io.out(
      `${green('ok')} ${bold(file)}  ${story.title} ${dim(`(${sizeOf(story)})`)}\n${notes.join('')}${timelineOf(story, io)}${objectivesOf(story, io)}\n`,
    );
    return;
  }
  const { problems, file } = checked;
  for (const problem of problems) io.err(problemInLines(problem, io));
  const count = plural(problems.length, 'problem');
  io.err(`${red('wrong')} ${bold(file)}: ${count}\n`);
}

function sizeOf({ devices, clock, timeline }: Story): string {
  const expectations = timeline.reduce((sum, { expectations }) => sum + expectations.length, 0);
  return [
    plural(devices, 'device'),
    durationInWords(clock.end - clock.start),
    plural(timeline.length, 'entry', 'entries'),
    plural(expectations, 'expectation'),
  ].join(', ');
}

/** Longest part of a source line that is shown. */
const WIDEST = 96;

function problemInLines({ file, source, line, column, code, message, hint }: Shown, io: Io): string {
  const { bold, cyan, dim, red } = io.colors;
  const head = `${red('error')} ${bold(`${file}:${line}:${column}`)} ${blanked(message)} ${dim(`[${code}]`)}\n`;
  const gutter = String(line);
  const from = Math.max(0, column - WIDEST + 20);
  const shown = blanked(source?.slice(from, from + WIDEST) ?? '');
  const excerpt =
    source === undefined
      ? ''
      : `  ${dim(`${gutter} |`)} ${shown}\n  ${dim(`${' '.repeat(gutter.length)} |`)} ${' '.repeat(column - 1 - from)}${red('^')}\n`;
  return `${head}${excerpt}${hint ? `  ${cyan('hint')} ${blanked(hint)}\n` : ''}\n`;
}

function forPrograms(checked: Checked, profile: StoryOptions['profile']) {
  if ('problems' in checked) {
    const problems = checked.problems.map(({ source: _, ...problem }) => problem);
    return { file: checked.file, ok: false, problems };
  }
  const { name, title, devices } = checked.story;
  const notes = notesOf(checked.story, profile?.openings);
  return { file: checked.file, ok: true, name, title, devices, notes };
}

/** Histories in files: one to replay, and a corpus of those that have failed. */
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Failure } from '../../contracts/explore/exploration.ts';
import { readHistory, savedHistory } from '../../contracts/explore/saved.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import { mix } from '../../contracts/kit/random.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Step } from '../../contracts/play/steps.ts';
import { CliError, type Io } from '../command.ts';
import { notWritable, readError, readText, writeWhole } from '../serving/files.ts';
import type { Readable } from '../serving/reading.ts';

/** More files of a corpus are not read. */
const MOST_FILES = 1_000;

/** @throws CliError FILE_NOT_READABLE, HISTORY_INVALID */
export async function historyFrom(file: string, io: Io, from?: Readable): Promise<Step[]> {
  const read = readHistory(await readText(file, 'history', io, from));
  if ('history' in read) return read.history.steps;
  throw new CliError('HISTORY_INVALID', `The history ${quoted(file)} cannot be played: ${read.problem}.`, {
    hint: 'roadtest explore --save FILE and --corpus DIR write such files.',
  });
}

export interface Corpus {
  histories: Step[][];
  /** Files of it that are not played. */
  warnings: string[];
}

/** The histories of a folder in the order of their names; none where it is not there yet. */
export async function corpusOf(folder: string | undefined, io: Io): Promise<Corpus> {
  if (folder === undefined) return { histories: [], warnings: [] };
  const names = await readdir(resolve(io.cwd, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw readError(folder, 'corpus', io, error);
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const histories: Step[][] = [];
  for (const name of files.slice(0, MOST_FILES))
    histories.push(await historyFrom(join(folder, name), io, 'a file'));
  return { histories, warnings: warningsOf(folder, files) };
}

function warningsOf(folder: string, files: readonly string[]): string[] {
  const left = files.length - MOST_FILES;
  if (left <= 0) return [];
  const which = `Not played: ${counted(left, 'history', 'histories')} in ${folder}, from ${files[MOST_FILES]} on`;
  const most = counted(MOST_FILES, 'history', 'histories');
  return [
    `${which}. A corpus is read up to ${most}: take out those whose fault is mended, or explore with another folder, too.`,
  ];
}

export async function saveHistory({ broken, steps }: Failure, file: string, io: Io): Promise<void> {
  await writeWhole(file, io.outlet.writtenJson(savedHistory(broken, steps)), 'history', io);
}

/** The same history has the same name, and so is kept once. */
export async function addToCorpus(failure: Failure, folder: string, io: Io): Promise<void> {
  await mkdir(resolve(io.cwd, folder), { recursive: true }).catch((error: unknown) => {
    throw notWritable(folder, 'corpus', error);
  });
  const rule = (failure.broken[0]?.[0] ?? 'unexplained').replaceAll('/', '-');
  const mark = hashOf(JSON.stringify(failure.steps)).toString(36);
  await saveHistory(failure, join(folder, `${rule}-${mark}.json`), io);
}

function hashOf(text: string): number {
  let hash = text.length;
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index), index);
  return hash;
}

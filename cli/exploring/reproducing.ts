/** `explore --reproduce DIR`: what plays a failure again without the run that found it. */
import { join } from 'node:path';
import { runOf } from '../../contracts/explore/as-run.ts';
import { renderStory } from '../../contracts/explore/as-story.ts';
import { type Explored, renderTest } from '../../contracts/explore/as-test.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { redactedFailure } from '../../contracts/explore/explore.ts';
import { inWords } from '../../contracts/explore/steps.ts';
import { quotedForSh } from '../../contracts/kit/shell.ts';
import type { Io } from '../command.ts';
import { type Beside, writeWhole } from '../serving/files.ts';
import { writeReproductions } from '../verifying/reproductions.ts';

/** A script of the requests, a test of the history, and a story where the language can say it. */
export async function reproduce(
  run: Exploration,
  explored: Explored,
  folder: string,
  beside: Beside,
  io: Io,
): Promise<void> {
  await writeReproductions(runOf(run), folder, beside, io);
  for (const found of run.failures) {
    if (found.verdict !== 'fail') continue;
    const failure = redactedFailure(found, io.outlet.secrets);
    const path = join(folder, (failure.broken[0] ?? []).join('--and--').replaceAll('/', '--'));
    const test = io.outlet.program(renderTest(run, failure, explored));
    if (await beside.attempt(() => writeWhole(`${path}.test.ts`, test, 'test', io)))
      io.err(`replay as a test: npx vitest run ${quotedForSh(`${path}.test.ts`)}\n`);
    const story = renderStory(run, failure);
    if ('unwritten' in story) {
      io.err(`not written as a story: stories cannot express "${inWords(story.unwritten)}"\n`);
      continue;
    }
    const told = io.outlet.program(story.text);
    if (await beside.attempt(() => writeWhole(`${path}.story.yaml`, told, 'story', io)))
      io.err(`replay as a story: roadtest play ${quotedForSh(`${path}.story.yaml`)}\n`);
  }
}

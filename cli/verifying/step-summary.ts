/** The summary of a job of GitHub Actions: its file gets the comment on each run. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { renderMarkdown } from '../../contracts/report/markdown.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { type Io, warn } from '../command.ts';
import { reasonOf } from '../serving/reasons.ts';

/** GitHub takes a summary of 1 MiB, and none that is larger. In bytes. */
const MOST = 1_000_000;

/** Appends to the file that `GITHUB_STEP_SUMMARY` names. A run is as it is where that cannot be done: it is a warning. */
export async function addToStepSummary(run: Run, io: Io): Promise<void> {
  const { GITHUB_STEP_SUMMARY: file } = io.env;
  if (!file) return;
  try {
    await append(
      resolve(io.cwd, file),
      io.outlet.written(`${renderMarkdown(redactedRun(run, io.outlet.secrets))}\n`),
    );
  } catch (error) {
    warn(`The summary of the job (GITHUB_STEP_SUMMARY) cannot be written: ${reasonOf(error)}.`, io);
  }
}

async function append(path: string, text: string): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_NOCTTY } = constants;
  const handle = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is not a plain file');
    if (found.size + Buffer.byteLength(text) > MOST) throw new Error('it is full');
    await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}

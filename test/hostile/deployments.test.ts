/** Each command that meets a deployment, against each kind of misbehaviour: it ends in time, with a right exit code, and writes nothing that it may not. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchHere } from '../command/roadtest.ts';
import { folder } from '../command/started.ts';
import { deploy } from './deployment.ts';
import { type Command, type Kind, kinds, silences } from './kinds.ts';
import { environment } from './secrets.ts';
import { faultsIn, leaksIn, MOST } from './seen.ts';

/** The longest that any of these runs may take: after twelve requests without an answer it ends. */
const LONGEST_MS = 50_000;
/** A rule that few calls judge; one of groups where the kind shows in what is made, listed or removed, or later. */
const onlyFor = (what: string) =>
  /25th|group|ids|nothing wrong|echoes/.test(what) ? 'groups/deleted-is-gone' : 'users/countries-listed';
const everyReport = 'text,json,junit,html,github,markdown';
/** Looks at all reports of a deployment where it says something harmful, else the text alone. */
const tells = /secret|texts? for effect|echoes|scripts|lead elsewhere|__proto__|5 kB/;
const lines: {
  readonly [C in Command]: (
    ...given: [url: string, timeout: string, reports: readonly string[], what: string]
  ) => readonly string[];
} = {
  verify: (url, timeout, reports, what) => [
    'verify',
    url,
    '--patience',
    timeout,
    '--only',
    onlyFor(what),
    ...reports,
    '--record',
    'run.json',
  ],
  explore: (url, timeout, reports) => [
    'explore',
    url,
    '--patience',
    timeout,
    ...['--requests', '25', '--shrink-time', '1s'],
    ...reports,
  ],
  learn: (url, timeout) => ['learn', url, '--patience', timeout, '--write', '-o', 'learned.yaml'],
  sweep: (_, timeout) => ['sweep', 'journal.jsonl', '--patience', timeout],
};

const rowsOf = (kinds: readonly Kind[]) =>
  kinds.flatMap((kind) =>
    Object.keys(kind.ends).map((command) => [command as Command, kind.what, kind] as const),
  );

describe.concurrent('against a deployment that is silent or does not end', () => {
  it.each(rowsOf(silences))('%s ends well where it %s', (command, _, kind) => endsWell(command, kind, '1'));
});

describe('against a deployment that misbehaves', () => {
  it.each(rowsOf(kinds))('%s ends well where it %s', (command, _, kind) => endsWell(command, kind, '10'));
});

async function endsWell(command: Command, kind: Kind, timeout: string): Promise<void> {
  const cwd = mkdtempSync(join(folder, 'run-'));
  const marker = join(cwd, 'executed');
  const { url, tokens, elsewhere, close } = await deploy(kind, marker);
  if (command === 'sweep') writeFileSync(join(cwd, 'journal.jsonl'), journalOf(url));
  const reports = ['--reporter', tells.test(kind.what) ? everyReport : 'text', '--output', 'reports'];
  const run = launchHere(lines[command](url, timeout, reports, kind.what), {
    env: { ...environment, XDG_STATE_HOME: cwd },
    cwd,
  });
  const late = setTimeout(() => void run.stop(), LONGEST_MS);
  const began = performance.now();
  const { code, out, err } = await run.ended;
  clearTimeout(late);
  close();
  expect(performance.now() - began, `it ends within ${LONGEST_MS} ms`).toBeLessThan(LONGEST_MS);
  expect(kind.ends[command], `exit code ${code}: ${(err + out).slice(0, 500)}`).toContain(code);
  expect(out + err).toMatch(kind.says?.[command] ?? /./);
  expect(existsSync(marker), 'a command of the deployment was run').toBe(false);
  const written = [['standard output', out] as const, ['standard error', err] as const, ...filesIn(cwd)];
  expect(written.flatMap(([name, text]) => faultsIn(name, text, tokens))).toEqual([]);
  expect(leaksIn('an error', /^error .*/m.exec(err)?.[0] ?? '', tokens, MOST)).toEqual([]);
  expect(elsewhere.flatMap((request) => leaksIn('a request to another origin', request, tokens))).toEqual([]);
}

/** The journal of a run that was killed, with something to remove. */
const journalOf = (target: string) =>
  `{"entry":"run","format":"roadtest-journal","version":3,"nonce":"abcd2345","target":"${target}"}
{"entry":"change","number":1,"do":{"call":"createGroup","name":""},"undo":{"call":"deleteGroup"},"id":7}\n`;

function filesIn(place: string): (readonly [name: string, text: string])[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'utf8')]);
}

/** Each option of each command that the installed command lists, with what it visibly does. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { installed } from './installed.ts';
import { allMatched, commandsListed, optionsListed, unmatched } from './listed.ts';
import { type LineRow, lineRows } from './rows/options.ts';
import { type ServingRow, servingRows } from './rows/options-serving.ts';
import { node, roadtest, type Started, start } from './run.ts';
import { type Access, newWorld, serviceOf } from './server.ts';
import { watched } from './watched.ts';

const product = await installed();
const serving = ['serve', 'exec'];
/** Each row of what is served, by each of the commands that serve. */
const servedBy = serving.flatMap((command) =>
  servingRows.filter(({ only = command }) => only === command).map((row) => ({ ...row, command })),
);
const rowsOf = (command: string) => [
  ...lineRows.filter((row) => row.command === command),
  ...servedBy.filter((row) => row.command === command),
];

/** An empty folder with these files. */
async function folderWith(files: ServingRow['files'] = {}): Promise<string> {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof text === 'string' ? text : await text(), { mode: 0o600 });
  }
  return folder;
}

function written(folder: string, names: readonly string[] = []): string {
  return names.map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`).join('\n');
}

describe('each option has a row', () => {
  it('of every command', async () => {
    const commands = await commandsListed();
    const checked = await Promise.all(
      commands.map(async (command) => {
        const shown = rowsOf(command).flatMap(({ shows }) => Object.keys(shows));
        return [command, unmatched(await optionsListed(command), [...new Set(shown)])] as const;
      }),
    );
    expect(Object.fromEntries(checked)).toEqual(
      Object.fromEntries(commands.map((command) => [command, allMatched])),
    );
  });
});

describe.each(oneIn(8, servedBy))('roadtest $command with $name', (row) => {
  it('serves accordingly', async () => {
    const folder = await folderWith(row.files);
    const { process, access } = await served(row, folder);
    const seen = row.see ? await row.see(serviceOf(access)) : '';
    const { code, out, err } = await process.close();
    expect({ code, err }).toEqual({ code: row.command === 'exec' ? 7 : 0, err: expect.any(String) });
    const text = [seen, JSON.stringify(access), out, err, written(folder, row.writes)].join('\n');
    for (const [option, sign] of Object.entries(row.shows)) expect.soft(text, option).toMatch(sign);
  });
});

/** A program for `exec` that prints where the service is, and ends with 7 once its input does. */
const beside = `
const { ROADTEST_BASE_URL: baseUrl, ROADTEST_CONTROL_URL: controlUrl, ROADTEST_USER_NAME: userName, ROADTEST_API_KEY: apiKey } = process.env;
console.log(JSON.stringify({ baseUrl, controlUrl, userName, apiKey }));
process.stdin.on('end', () => process.exit(7)).resume();`;

async function served(
  { command, words }: ServingRow & { command: string },
  cwd: string,
): Promise<{ process: Started; access: Access }> {
  const line =
    command === 'exec'
      ? ['exec', ...words, '--', node, '-e', beside]
      : ['serve', '--port', '0', '--json', ...words];
  const process = await start('roadtest', line, { cwd });
  const access = JSON.parse(await process.firstLine) as Access;
  return { access, process: command === 'exec' ? process : { ...process, close: process.stop } };
}

describe.each(oneIn(8, lineRows))('roadtest $command $name', (row) => {
  it('does what its options say', async () => {
    const text = await textOf(row);
    for (const [option, sign] of Object.entries(row.shows)) expect.soft(text, option).toMatch(sign);
  });
});

/** How the line ended, what it printed and wrote, and what the deployment saw. */
async function textOf({ command, words, files, env, writes, world, begin, seen }: LineRow): Promise<string> {
  const cwd = await folderWith(files);
  const deployment = words.some((word) => /^\{(url|watched)\}/.test(word))
    ? await newWorld({ devices: 3, ...world })
    : undefined;
  const counting = deployment && (await watched(deployment.baseUrl));
  if (deployment) await begin?.(deployment);
  const url = (word: string) =>
    word
      .replace('{url}', deployment?.baseUrl ?? '')
      .replace('{watched}', counting?.url ?? '')
      .replace('{package}', product.path());
  const { code, out, err } = await roadtest([command, ...words.map(url)], { cwd, ...(env && { env }) });
  const after = deployment && seen ? await seen(deployment) : '';
  const counted = counting ? await counting.close() : '';
  return [`ends with ${code}`, out, err, written(cwd, writes), after, counted].join('\n');
}

/** Each option of each command that the installed command lists, with what it visibly does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../sample.ts';
import { folderWith } from './folder.ts';
import { textOf } from './line.ts';
import { allMatched, commandsListed, optionsListed, unmatched } from './listed.ts';
import { lineRows } from './rows/options.ts';
import { type ServingRow, servingRows } from './rows/options-serving.ts';
import { node, type Started, start } from './run.ts';
import { type Access, serviceOf } from './server.ts';

const serving = ['serve', 'exec'];
/** Each row of what is served, by each of the commands that serve. */
const servedBy = serving.flatMap((command) =>
  servingRows.filter(({ only = command }) => only === command).map((row) => ({ ...row, command })),
);
const rowsOf = (command: string) => [
  ...lineRows.filter((row) => row.command === command),
  ...servedBy.filter((row) => row.command === command),
];

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

describe.each(oneIn(32, servedBy))('roadtest $command with $name', (row) => {
  it('serves accordingly', async () => {
    const texts = Object.entries(row.files ?? {}).map(async ([name, text]) => [
      name,
      typeof text === 'string' ? text : await text(),
    ]);
    const folder = folderWith(Object.fromEntries(await Promise.all(texts)));
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

describe.each(oneIn(48, lineRows))('roadtest $command $name', (row) => {
  it('does what its options say', async () => {
    const text = await textOf(row);
    for (const [option, sign] of Object.entries(row.shows)) expect.soft(text, option).toMatch(sign);
  });
});

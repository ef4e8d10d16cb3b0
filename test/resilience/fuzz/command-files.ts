/** Files of the commands that judge, compare, learn and sweep: a command says what is wrong with one, or works by it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../../cli/commands/table.ts';
import { run } from '../../../cli/run.ts';
import { savedHistory } from '../../../contracts/explore/saved.ts';
import { sealed } from '../../../contracts/recording/writing.ts';
import { testIo } from '../../cli/world.ts';
import { areaOf, expectShort } from './fuzz.ts';
import { mutatedJson, mutatedText } from './mutate.ts';

const INTERNAL = 5;

interface Base {
  /** The command, without the file. */
  readonly words: readonly string[];
  readonly text: string;
}

const journal = [
  '{"entry":"run","format":"roadtest-journal","version":1,"nonce":"abcd2345","target":"http://127.0.0.1:1"}',
  '{"entry":"made","number":1,"resource":"group","id":7}',
  '',
].join('\n');
const call = {
  request: { method: 'GET', url: 'http://127.0.0.1/api/devices?limit=5', headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '[{"id":"d1"}]' } },
};
const har = JSON.stringify({ log: { version: '1.2', entries: [call, call] } }, null, 1);

const saved = savedHistory(
  [['groups/replaced']],
  [
    { do: 'create', family: 'group', record: 1 },
    { do: 'read', family: 'group', record: 1 },
  ],
);

let bases: Promise<readonly Base[]> | undefined;

async function printed(
  folder: string,
  ...words: string[]
): Promise<{ code: number; out: string; err: string }> {
  const env = { XDG_STATE_HOME: folder, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
  const io = testIo({ cwd: folder, env });
  const code = await run(commands, words, io);
  return { code, ...io.written() };
}

async function within<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-fuzz-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function goodFiles(): Promise<readonly Base[]> {
  bases ??= within(async (folder) => {
    await printed(folder, 'explore', '--requests', '20', '--seed', '1', '--record', 'run.json');
    const { out: judged } = await printed(folder, 'judge', 'run.json', '--json');
    writeFileSync(join(folder, 'judged.json'), judged);
    const { out: described } = await printed(folder, 'export', 'openapi');
    return [
      { words: ['judge'], text: readFileSync(join(folder, 'run.json'), 'utf8') },
      { words: ['diff', 'FILE'], text: judged },
      { words: ['learn', '--openapi'], text: described },
      { words: ['learn', '--har'], text: har },
      { words: ['judge'], text: har },
      { words: ['explore', 'http://127.0.0.1:1', '--replay'], text: JSON.stringify(saved) },
      { words: ['sweep'], text: journal },
    ];
  });
  return bases;
}

export const commandFiles = areaOf({
  name: 'fuzz-command-files',
  async draw(chance) {
    const { words, text } = chance.pick(await goodFiles());
    const isTree = words[0] !== 'sweep' && chance.below(2) === 0;
    const changed = (isTree ? mutatedJson : mutatedText)(text, chance);
    return JSON.stringify([words, words[0] === 'judge' ? resealed(changed) : changed]);
  },
  async use(drawn) {
    const [words, text] = JSON.parse(drawn) as [string[], string];
    await within(async (folder) => {
      writeFileSync(join(folder, 'FILE'), text);
      const { code, err } = await printed(folder, ...words, 'FILE');
      if (code === INTERNAL) throw new Error(`roadtest ${words.join(' ')} ends with ${code}`);
      expectShort(err);
    });
  },
});

/** With the digest of its content, where it has one: a recording is refused by its digest before all else. */
function resealed(text: string): string {
  try {
    const { digest: _, ...content } = JSON.parse(text);
    return JSON.stringify(sealed(JSON.stringify(content)));
  } catch {
    return text;
  }
}

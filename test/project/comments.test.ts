/** Comments begin with their subject: "The file holds …", not "What the file holds is …". */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['.build', 'cli', 'contracts', 'scenarios', 'simulator', 'test'];

/** The share of comment lines of a part that may open with an inverted clause. */
const MOST = 0.02;
const comment = /^\s*(?:\/\*\*?|\*|\/\/|\{\/\*)\s+(.+)|\s\/\/ (.+)/;
const inverted = /^(Of|What|Who|Whose|That|Which|Those (that|of)|One that) /;

interface Part {
  comments: number;
  inverted: string[];
}

function filesIn(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /\/(artefacts|\.served|node_modules)$/.test(path) ? [] : filesIn(path);
    return /\.(ts|tsx|mjs)$/.test(path) && !/\.generated\.ts$/.test(path) ? [path] : [];
  });
}

/** Files directly in a folder are one part, each of its folders is another. */
function partOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 2).join('/');
}

function textOf(line: string): string | undefined {
  const [, whole, trailing] = comment.exec(line) ?? [];
  return whole ?? trailing;
}

function partsOf(files: readonly string[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const file of files) {
    const part = parts.get(partOf(file)) ?? { comments: 0, inverted: [] };
    parts.set(partOf(file), part);
    for (const [index, line] of readFileSync(root + file, 'utf8')
      .split('\n')
      .entries()) {
      const text = textOf(line);
      if (text === undefined) continue;
      part.comments++;
      if (inverted.test(text)) part.inverted.push(`${file}:${index + 1} ${text}`);
    }
  }
  return parts;
}

const parts = partsOf(folders.flatMap(filesIn));

it.each([
  ['/** What a client sends. */', true],
  [' * Those that a profile names, first.', true],
  ['const most = 5; // Of each channel.', true],
  ['  {/* Which one is open. */}', true],
  ['/** The request of a client, of which nothing is kept. */', false],
  ['const what = 5;', false],
])('an opening clause is found in a comment alone: %s', (line, isFound) => {
  expect(inverted.test(textOf(line) ?? '')).toBe(isFound);
});

it('comments open with their subject', () => {
  const above = [...parts.values()].filter(({ comments, inverted }) => inverted.length > MOST * comments);
  expect(above.flatMap(({ inverted }) => inverted)).toEqual([]);
});

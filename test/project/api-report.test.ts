/**
 * The public API as text, so that each change of it shows in a review. Needs a build; `vitest -u` takes a
 * change over into the report.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entries, exportedNames, root } from './api.ts';

const types = join(root, 'dist/types');
/** Lines of a value of which the type is shown: a table of the document, such as that of all rules, has its own tests. */
const LONGEST_VALUE = 8;

it('is what the report says', async () => {
  await expect(report()).toMatchFileSnapshot(join(root, 'docs/api-report.txt'));
});

function report(): string {
  const names = exportedNames();
  const listed = entries.map(({ entry }) => {
    const own = names.filter((each) => each.entry === entry).map(({ name }) => `  ${name}`);
    return [entry, ...own.sort()].join('\n');
  });
  return `${[...listed, ...declarationFiles().map(declarationsOf)].join('\n\n')}\n`;
}

function declarationFiles(): string[] {
  return readdirSync(types, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.d.ts') && !name.startsWith('packages/'))
    .sort();
}

/** The declarations of a file, without comments, imports and what is private. */
function declarationsOf(file: string): string {
  const text = readFileSync(join(types, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^\s*$|^import |^\s*(#private|private )|^export \{\};/.test(line));
  return [`--- ${file}`, ...statementsOf(lines).flatMap(shortened)].join('\n');
}

function statementsOf(lines: readonly string[]): string[][] {
  const statements: string[][] = [];
  for (const line of lines) {
    const last = statements.at(-1);
    if (last && /^[\s})\]]/.test(line)) last.push(line);
    else statements.push([line]);
  }
  return statements;
}

function shortened(statement: readonly string[]): readonly string[] {
  const [first = ''] = statement;
  const isValue = /^(export )?declare const /.test(first);
  return isValue && statement.length > LONGEST_VALUE ? [`${first} …`] : statement;
}

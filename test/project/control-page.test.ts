/** The functions of the client, in docs/control-api.md, from the rows of their routes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { methods } from '../../simulator/control/client/methods.generated.ts';
import type { Methods } from '../../simulator/control/client/methods.ts';
import { definition, type RouteKey } from '../../simulator/control/schemas/index.ts';

type Right = (typeof definition)[RouteKey]['right'];

const page = fileURLToPath(new URL('../../docs/control-api.md', import.meta.url));

const rights = ['look', 'act', 'inject', 'rewind', 'direct'] as const satisfies readonly Right[];

/** A row for each group of functions, with a column for each right. */
function rowsOf(table: Methods): string[] {
  return Object.entries(table).map(([name, one]) => {
    const functions = typeof one === 'string' ? [[name, one] as const] : Object.entries(one);
    const cells = rights.map((right) =>
      functions
        .filter(([, key]) => definition[key as RouteKey].right === right)
        .map(([called, key]) => `\`${called}(${givenTo(key as RouteKey)})\``)
        .join(', '),
    );
    return `| ${typeof one === 'string' ? '' : `\`${name}\``} | ${cells.join(' | ')} |`;
  });
}

function givenTo(key: RouteKey): string {
  const row = definition[key];
  const given = [key.includes('{id}') && 'id', 'body' in row && 'body', 'query' in row && 'query'];
  return given.filter(Boolean).join(', ');
}

it('docs/control-api.md lists each function under its right', async () => {
  const table = [
    `| \`control.\` | ${rights.join(' | ')} |`,
    '|---|---|---|---|---|---|',
    ...rowsOf(methods),
  ].join('\n');
  const text = readFileSync(page, 'utf8').replace(
    /(?<=\n## As functions\n\n[^|]*)\|.*$/s,
    () => `${table}\n`,
  );
  await expect(text).toMatchFileSnapshot(page);
});

it('each route with a reply in JSON is the function that its row names', () => {
  const named = Object.entries<Methods[string]>(methods).flatMap(([group, one]) =>
    typeof one === 'string'
      ? [[group, one]]
      : Object.entries(one).map(([name, key]) => [`${group}.${name}`, key]),
  );
  const rows = Object.entries(definition).flatMap(([key, row]) => ('reply' in row ? [[row.as, key]] : []));
  expect(named.sort()).toEqual(rows.sort());
  expect(rows.length).toBeLessThanOrEqual(50);
});

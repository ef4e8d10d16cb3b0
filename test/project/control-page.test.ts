/** The functions of the client, in docs/control-api.md, from the rows of their routes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { methods } from '../../simulator/control/client/methods.generated.ts';
import type { Methods } from '../../simulator/control/client/methods.ts';
import { definition, type RouteKey } from '../../simulator/control/schemas/index.ts';

const page = fileURLToPath(new URL('../../docs/control-api.md', import.meta.url));

function rowsOf(table: Methods, before = 'control'): string[] {
  return Object.entries(table).flatMap(([name, one]) =>
    typeof one === 'string' ? rowOf(`${before}.${name}`, one) : rowsOf(one, `${before}.${name}`),
  );
}

function rowOf(name: string, key: RouteKey): string {
  const row = definition[key];
  const given = [key.includes('{id}') && 'id', 'body' in row && 'body', 'query' in row && 'query'];
  return `| \`${name}(${given.filter(Boolean).join(', ')})\` | \`${key}\` | ${row.does} | ${row.right} |`;
}

it('docs/control-api.md lists each function with its call, its purpose and its right', async () => {
  const table = ['| function | call | does | right |', '|---|---|---|---|', ...rowsOf(methods)].join('\n');
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

/** The table of CONTRIBUTING says where a rule is read: in at most four files. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../../contracts/specification/index.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const rows = [
  ...read('CONTRIBUTING.md').matchAll(
    /^\| `([a-z]+\/[a-z-]+)` \| `([\w.-]+)` \| `([\w.-]+)` \| (`[\w.,` -]+`) \|$/gm,
  ),
].map(([, id = '', sentence = '', clause = '', histories = '']) => ({
  ...{ id, sentence, clause },
  histories: histories.split(', ').map((name) => name.replaceAll('`', '')),
}));

/** The files of a folder that name a rule, whole or without its area. */
function naming(folder: string, id: string): string[] {
  const [, name] = id.split('/');
  const names = [`'${id}'`, `'${name}'`, `/${name}'`, `/${name}\``, `/${name}/`];
  return readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => names.some((one) => read(`${folder}/${file}`).includes(one)));
}

describe('where a rule is read', () => {
  it('is shown for ten rules, of all areas', () => {
    expect(rows).toHaveLength(10);
    expect(rules.map(({ id }): string => id)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  });

  it.each(rows)('$id: in the files of the table, which are at most four', (row) => {
    expect(naming('contracts/specification/rules', row.id)).toContain(row.sentence);
    expect(naming('contracts/judge/parts', row.id)).toContain(row.clause);
    expect(naming('contracts/histories', row.id)).toEqual(row.histories.toSorted());
    expect(2 + row.histories.length).toBeLessThanOrEqual(4);
  });
});

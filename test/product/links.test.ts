/** Links of pages lead somewhere, those of the package within it: to a file that is there, and to a heading of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { installed, root } from './installed.ts';

const product = await installed();
const named = (folder: string, options: { recursive?: boolean } = {}) =>
  readdirSync(folder, { ...options, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
/** The pages of the package where the package puts them, and those that only the repository has. */
const pages = [...named(product.path(), { recursive: true }), ...named(root)];

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('of %s', (page) => {
  const text = readFileSync(page, 'utf8');
  const links = [...text.replace(/^```.*?^```$/gms, '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
  const broken = links.flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    if (!existsSync(path)) return [link];
    const leadsTo = anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor);
    return leadsTo ? [] : [link];
  });
  expect(broken).toEqual([]);
});

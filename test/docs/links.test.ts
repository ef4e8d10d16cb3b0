/** Links between the pages of the repository lead somewhere: to a file that is there, and to a heading of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const named = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [...named('.'), ...named('docs')];

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
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.replace(/^```.*?^```$/gms, '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
  const broken = links.flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    if (!existsSync(join(root, path))) return [link];
    const leadsTo =
      anchor === undefined || anchorsOf(readFileSync(join(root, path), 'utf8')).includes(anchor);
    return leadsTo ? [] : [link];
  });
  expect(broken).toEqual([]);
});

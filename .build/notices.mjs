/** The licences of the packages inside ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param folders those of the packages; a version that is installed in several places is told of once
 * @param data the notice of data that are not theirs
 */
export function noticesOf(folders, data) {
  const blocks = [...new Map(folders.map(notice))]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([title, text]) => `${title}\n${'-'.repeat(title.length)}\n\n${text.trim()}\n`);
  return `roadtest contains code and data of the following packages.\n\n${data}\n\n${blocks.join('\n\n')}`;
}

/** The folders of the packages whose code is really inside rolldown's output chunks. */
export function bundledIn(chunks) {
  return [...new Set(chunks.flatMap(({ modules }) => Object.entries(modules).flatMap(packageFolder)))];
}

/** The folder of the package a module belongs to; none for our own modules and for those that left no code. */
function packageFolder([id, { renderedLength }]) {
  const path = /^\0?((?:\/|\w:).*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1];
  return path && renderedLength > 0 ? [path] : [];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return [
    `${name} ${version} (${license})`,
    texts.join('\n') || `The package holds no licence text of its own; it declares ${license}.`,
  ];
}

/** The source maps of the package: of our own sources, with their text. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const ofPackage = /(^|\/)node_modules\/|^\0|rolldown\/runtime/;

/**
 * Takes what belongs to packages out of the maps of the chunks in `draft`: their text, and the map of a chunk that is
 * all theirs. That is half of their size; a failure there is read in the built file. Sources are named as seen
 * from `dist`, where the draft is going to be.
 *
 * @param chunks of rolldown's output
 */
export function keepOwnMaps({ draft, dist, chunks }) {
  for (const { fileName } of chunks.filter(({ map }) => map)) {
    const file = join(draft, fileName);
    const { sources, sourcesContent, ...map } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    const ignoreList = sources.flatMap((source, index) => (ofPackage.test(source) ? [index] : []));
    if (ignoreList.length === sources.length) {
      dropMap(file);
      continue;
    }
    const texts = sourcesContent.map((text, index) => (ignoreList.includes(index) ? null : text));
    const moved = sources.map((source) =>
      relative(dirname(join(dist, fileName)), resolve(dirname(file), source))
        .split(sep)
        .join('/'),
    );
    writeFileSync(
      `${file}.map`,
      JSON.stringify({ ...map, sources: moved, sourcesContent: texts, ignoreList }),
    );
  }
}

function dropMap(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  rmSync(`${file}.map`);
}

/** A path that nothing is served at: what was meant, where only its beginning or the case of its letters is not that of the document. */
import { nearest } from '../../contracts/kit/suggest.ts';
import { operations } from '../../contracts/specification/operations.ts';

/** The beginning of the document's paths, which a client may take for part of the base address. */
const BEGINNING = '/api';

/** @param basePath of the profile, which a client may have left out */
export function meantPath(path: string, basePath: string): string | undefined {
  const rest = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  for (const tried of [rest, BEGINNING + rest]) {
    for (const operation of operations) {
      const meant = inTemplate(operation.path, tried);
      if (meant !== undefined && basePath + meant !== path) return basePath + meant;
    }
  }
  const templates = operations.map((operation) => basePath + operation.path);
  return nearest(path, filledPaths(path, templates))[0];
}

/** The paths that templates make, with the segments of a path in place of `{…}`. */
export function filledPaths(path: string, templates: readonly string[]): ReadonlySet<string> {
  const written = path.split('/', MAX_SEGMENTS);
  const filled = (segment: string, at: number) =>
    segment.startsWith('{') ? (written[at] ?? segment) : segment;
  return new Set(templates.map((template) => template.split('/').map(filled).join('/')));
}

/** No path of the document has more. */
const MAX_SEGMENTS = 20;

/** A path as a template writes it, when it has its segments in any case; `{…}` stands for any one. */
function inTemplate(template: string, path: string): string | undefined {
  const wanted = template.split('/');
  const given = path.split('/', wanted.length + 1);
  if (given.length !== wanted.length) return undefined;
  const fits = wanted.every((segment, at) => {
    const there = given[at] ?? '';
    return segment.startsWith('{') ? there !== '' : segment.toLowerCase() === there.toLowerCase();
  });
  if (!fits) return undefined;
  return wanted.map((segment, at) => (segment.startsWith('{') ? given[at] : segment)).join('/');
}

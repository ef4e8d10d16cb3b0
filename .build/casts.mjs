/**
 * Counts where the sources step around the compiler, by part: `node .build/casts.mjs`, or `--json`, or `--list PART`.
 *
 *   casts        `value as Type`, `<Type>value`; not `as const`
 *   any          the type `any`
 *   non-null     `value!`
 *   predicates   functions that answer `value is Type`
 *   comments     `@ts-expect-error` and the like
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseSync } from 'rolldown/utils';

const root = resolve(import.meta.dirname, '..');
export const parts = ['contracts', 'simulator', 'scenarios', 'cli'];
const kinds = ['casts', 'any', 'non-null', 'predicates', 'comments'];

/** The places of one part: `{ kind, file, line }` each. */
export function placesIn(part) {
  const files = readdirSync(join(root, part), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(generated|d)\.ts$/.test(name))
    .sort();
  return files.flatMap((name) =>
    placesInFile(join(part, name), readFileSync(join(root, part, name), 'utf8')),
  );
}

export function countsOf(places) {
  return Object.fromEntries(
    kinds.map((kind) => [kind, places.filter((place) => place.kind === kind).length]),
  );
}

function placesInFile(file, text) {
  const { program, comments } = parseSync(file, text);
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const found = comments
    .filter(({ value }) => /@ts-/.test(value))
    .map(({ start }) => ({ kind: 'comments', file, line: lineOf(start) }));
  visit(program, (node) => {
    const kind = kindOf(node);
    if (kind) found.push({ kind, file, line: lineOf(node.start) });
  });
  return found;
}

function kindOf({ type, typeAnnotation }) {
  if (type === 'TSAsExpression' || type === 'TSTypeAssertion')
    return isConst(typeAnnotation) ? undefined : 'casts';
  return { TSAnyKeyword: 'any', TSNonNullExpression: 'non-null', TSTypePredicate: 'predicates' }[type];
}

function isConst({ type, typeName }) {
  return type === 'TSTypeReference' && typeName.name === 'const';
}

function visit(node, look) {
  if (Array.isArray(node)) for (const each of node) visit(each, look);
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') look(node);
    for (const inside of Object.values(node)) visit(inside, look);
  }
}

function main([option, part]) {
  if (option === '--list') {
    for (const { kind, file, line } of placesIn(part)) console.log(`${file}:${line}  ${kind}`);
    return;
  }
  const table = Object.fromEntries(parts.map((name) => [name, countsOf(placesIn(name))]));
  if (option === '--json') console.log(JSON.stringify(table));
  else console.table({ ...table, all: countsOf(parts.flatMap(placesIn)) });
}

if (process.argv[1] === join(import.meta.dirname, 'casts.mjs')) main(process.argv.slice(2));

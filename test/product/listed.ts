/** Everything that the product says it has: fields of its schemas, options of its commands, routes, reports, exports. */
import { readFileSync } from 'node:fs';
import { launchHere } from '../command/roadtest.ts';
import { installed } from './installed.ts';
import { node, roadtest, run } from './run.ts';

interface Schema {
  $ref?: string;
  type?: unknown;
  properties?: { [name: string]: Schema };
  items?: Schema | Schema[];
  if?: Schema & { required?: string[] };
  then?: Schema;
  else?: Schema;
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  definitions?: { [name: string]: Schema };
}

/** A schema of the package. */
export async function schemaOf(name: 'fixture' | 'scenario'): Promise<Schema> {
  const { path } = await installed();
  return JSON.parse(readFileSync(path('dist', `${name}.schema.json`), 'utf8')) as Schema;
}

/**
 * The fields that a schema knows, each by its path. What a definition has stands below the name of the definition, what
 * one branch of a choice has below the field that chooses. A field that only holds others is none.
 *
 * @param apart definitions that are listed by themselves
 */
export function fieldsIn(schema: Schema, apart: readonly string[] = []): string[] {
  const found = new Set<string>();
  const seen = new Set(apart);
  const within = (node: Schema | boolean | undefined, at: string, common: readonly string[] = []): void => {
    if (typeof node !== 'object') return;
    const definition = node.$ref?.split('/').at(-1);
    if (definition !== undefined && !seen.has(definition)) {
      seen.add(definition);
      within(schema.definitions?.[definition], definition);
    }
    const choosing = Object.keys(node.allOf ? (node.properties ?? {}) : {});
    for (const { if: condition, then } of node.allOf ?? [])
      branch(then, at, condition?.required?.[0] ?? '', choosing);
    for (const part of [node.items, node.then, node.else, node.additionalProperties].flat())
      within(part, at, common);
    if (!node.allOf) fieldsOf(node, at);
  };
  const fieldsOf = (node: Schema, at: string, skipped: readonly string[] = []): void => {
    for (const [name, value] of Object.entries(node.properties ?? {})) {
      if (skipped.includes(name)) continue;
      const path = at === '' ? name : `${at}.${name}`;
      if (!value.properties || value.allOf) found.add(path);
      within(value, path);
    }
  };
  const branch = (node: Schema | undefined, at: string, field: string, choosing: readonly string[]): void => {
    const { [field]: own, ...others } = node?.properties ?? {};
    found.add(`${at}.${field}`);
    within(own, `${at}.${field}`);
    for (const [name, value] of Object.entries(others))
      fieldsOf({ properties: { [name]: value } }, choosing.includes(name) ? at : `${at}.${field}`);
  };
  within(schema, '');
  return [...found].sort();
}

/** The commands of `roadtest --help`. */
export async function commandsListed(): Promise<string[]> {
  const { out } = await roadtest(['--help']);
  return [...out.matchAll(/^ {2}roadtest ([a-z]+) {2}/gm)].map(([, name = '']) => name);
}

/** The options of `roadtest COMMAND --help`, by the sources: the list of commands is that of the package. */
export async function optionsListed(command: string): Promise<string[]> {
  const { out } = await launchHere([command, '--help']).ended;
  return [...out.matchAll(/^ {2,}(?:-\w, )?--([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
}

/** The words that an option of a command takes, as the refusal of another word lists them. */
export async function wordsListed(words: readonly string[]): Promise<string[]> {
  const { err } = await roadtest(words);
  const [, list = ''] = /(?:There are:|takes) ([a-z, ]+?)(?:, not |\.)/.exec(err) ?? [];
  return list.split(', ');
}

/**
 * The routes of a control API: its paths by the refusal of an unknown one, their methods by that of an unknown one.
 * HEAD is no route of its own: it is there wherever GET is.
 */
export async function routesListed(controlUrl: string): Promise<string[]> {
  const ask = async (path: string, method: string) => {
    const answer = await fetch(controlUrl + path, { method });
    return { allow: answer.headers.get('allow') ?? '', ...((await answer.json()) as { hint: string }) };
  };
  const { hint } = await ask('/no-such-path-at-all', 'GET');
  const paths = [...hint.matchAll(/\/_control([^\s,]+?)(?=[,.]( |$))/g)].map(([, path = '']) => path);
  const routes = await Promise.all(
    paths.map(async (path) =>
      (await ask(path, 'PATCH')).allow
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`),
    ),
  );
  return [...new Set(routes.flat())].sort();
}

/** The entries of the package that hold code. */
export async function entriesListed(): Promise<{ entry: string; commonJs: boolean }[]> {
  const { path } = await installed();
  const { exports } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    exports: { [name: string]: unknown };
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'object' && target !== null
      ? [{ entry: name.replace('.', 'roadtest'), commonJs: 'require' in target }]
      : [],
  );
}

/** The names that entries export when they are loaded, by entry. */
export async function namesListed(
  entries: readonly string[],
  way: 'import' | 'require',
): Promise<{ [entry: string]: string[] }> {
  const load = (entry: string) => (way === 'import' ? `await import('${entry}')` : `require('${entry}')`);
  const pairs = entries.map((entry) => `['${entry}', Object.keys(${load(entry)}).sort()]`);
  const program = `console.log(JSON.stringify(Object.fromEntries([${pairs}])))`;
  const type = way === 'import' ? 'module' : 'commonjs';
  const { out, err } = await run('node', [`--input-type=${type}`, '-e', program]);
  if (out === '') throw new Error(`An entry does not load on ${node}: ${err}`);
  return JSON.parse(out) as { [entry: string]: string[] };
}

/** The rows that are missing, and those of what is not there. */
export function unmatched(
  listed: readonly string[],
  rows: readonly string[],
): { missing: string[]; surplus: string[] } {
  return {
    missing: listed.filter((name) => !rows.includes(name)),
    surplus: rows.filter((name) => !listed.includes(name)),
  };
}

/** The result of `unmatched` where each has its row. */
export const allMatched = { missing: [], surplus: [] };

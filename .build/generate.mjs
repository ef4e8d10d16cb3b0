/**
 * Writes the sources that are made from other files (`*.generated.ts`): `node .build/generate.mjs`. They are not in
 * the repository. The build, the linter, the compiler and the tests need them, so their scripts start with this.
 * A file that is right already is left untouched.
 *
 *   scenarios/library/texts            the stories' texts, for programs that read no files
 *   simulator/control/schemas/injections   what can be injected, from scenarios/injections.yaml
 *   simulator/control/client/methods        the functions of the client, from the rows of their routes
 *   scenarios/motion/roads/town-data   the bundled town, made by town.mjs
 *   test/enveloped                     the example profile as data, for tests
 *   simulator/fleet/seed/words         those words of the faker library that a fleet is made of: a twelfth of them
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { en } from '@faker-js/faker';
import { parse } from 'yaml';
import { townModule } from './town.mjs';

const root = resolve(import.meta.dirname, '..');

/** The text of each generated file, by its name without the ending. */
export const generated = {
  'scenarios/library/texts': textsModule,
  'simulator/control/schemas/injections': injectionsModule,
  'simulator/control/client/methods': methodsModule,
  'scenarios/motion/roads/town-data': townModule,
  'test/enveloped': envelopedModule,
  'simulator/fleet/seed/words': wordsModule,
};

export function generate() {
  for (const [name, textOf] of Object.entries(generated)) {
    const path = join(root, `${name}.generated.ts`);
    const text = textOf();
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) replace(path, text);
  }
}

function textsModule() {
  const folder = join(root, 'scenarios/library');
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const stories = files.filter((file) => file.endsWith('.yaml'));
  const entries = stories.sort().map((file) => [file.replace('.yaml', ''), read(join(folder, file))]);
  return `/** The texts of the shipped stories. */
export const texts = ${JSON.stringify(Object.fromEntries(entries), null, 2)};
`;
}

function injectionsModule() {
  const injections = parse(read(join(root, 'scenarios/injections.yaml')));
  return `/** What can be injected, by its name. */
export const injections = ${JSON.stringify(injections, null, 2)} as const;
`;
}

/** A page that has the functions needs no schemas, so the rows are read as text; a test compares the table with them. */
function methodsModule() {
  const methods = {};
  const rows = read(join(root, 'simulator/control/schemas/index.ts')).matchAll(
    /'([A-Z]+ \/[^']*)': \w+\(\s*'(\w+)(?:\.(\w+))?'/g,
  );
  for (const [, key, group, name] of rows) {
    if (name === undefined) methods[group] = key;
    else methods[group] = { ...methods[group], [name]: key };
  }
  return `/** The functions of the client by their names, each a route. */
export const methods = ${JSON.stringify(methods, null, 2)} as const;
`;
}

/** The lists that `simulator/fleet/seed` draws from, by the library's own modules and names: one that it lacks would be an error there. */
export const words = {
  vehicle: ['manufacturer', 'model', 'type'],
  location: ['city_name', 'city_pattern', 'city_prefix', 'city_suffix'],
  commerce: ['department'],
  person: ['first_name', 'last_name', 'last_name_pattern'],
};

function wordsModule() {
  const kept = Object.entries(words).map(([subject, names]) => [
    subject,
    Object.fromEntries(names.map((name) => [name, en[subject][name]])),
  ]);
  return `/** English words of the faker library: those that a fleet is made of. */
import type { LocaleDefinition } from '@faker-js/faker';

export const words = ${JSON.stringify(Object.fromEntries(kept), null, 2)} satisfies LocaleDefinition;
`;
}

function envelopedModule() {
  const profile = parse(read(join(root, 'contracts/profile/examples/enveloped.yaml')));
  return `/** The profile of \`enveloped.yaml\` as data. */
import type { Profile } from '../contracts/profile/profile.ts';

export const envelopedProfile: Profile = ${JSON.stringify(profile, null, 2)};
`;
}

function read(path) {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}

/** At once, so that a compiler that runs beside this never sees half a file. */
function replace(path, text) {
  mkdirSync(dirname(path), { recursive: true }); // the context of an image has no tests
  const beside = `${path}.${process.pid}.tmp`;
  writeFileSync(beside, text);
  renameSync(beside, path);
}

if (process.argv[1] === join(import.meta.dirname, 'generate.mjs')) generate();

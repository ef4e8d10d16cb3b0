/** Learning from a description in OpenAPI: a file, as JSON or YAML, with the files beside it that it refers to. */
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { documentBounds } from '../../contracts/kit/bounds.ts';
import { DocumentError, readDocument } from '../../contracts/kit/document.ts';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { JsonError, jsonIn, refuseManyValues } from '../../contracts/kit/json.ts';
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import type { Source } from '../../contracts/learning/learned.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { CliError, type Io, warn } from '../command.ts';
import { readText } from '../serving/reading.ts';

/** So many files beside a description are read, with so many characters in all. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 8_388_608;

/** @throws CliError OPENAPI_INVALID, and as `readText` */
export async function fromDescription(file: string, io: Io): Promise<Source> {
  const { findings, notes, unread } = readOpenApi(await wholeOf(file, io));
  for (const part of unread) warn(`${file}: ${part}`, io);
  if (findings.length === 0)
    throw invalid(file, notes.at(-1) ?? 'it describes no operation of the interface');
  return { findings, notes, from: `the description ${file}` };
}

/** The place of other files in a description: references to them become references into it. */
const FILES = 'x-roadtest-files';

/** Lists and objects inside each other in which references are looked for. */
const MAX_DEPTH = 128;

/** A description with all files that it refers to, which have to be in its folder or below it. A reference to anything else stays as it is. */
async function wholeOf(file: string, io: Io): Promise<unknown> {
  const text = await readText(file, 'description', io);
  const start = resolve(io.cwd, file);
  const folder = dirname(await realpath(start).catch(() => start));
  const files = new Map<string, unknown>();
  let room = MAX_CHARACTERS - text.length;
  /** The name of a file, which is read where it was not; `undefined` for one that is not to be read. */
  const nameOf = async (from: string, to: string): Promise<string | undefined> => {
    const real = await realpath(resolve(folder, dirname(from), to)).catch(() => undefined);
    const name = real === undefined ? '..' : relative(folder, real);
    if (real === undefined || name.startsWith('..') || resolve(folder, name) !== real) return undefined;
    if (files.has(name)) return name;
    const inside = files.size < MAX_FILES && (await readText(real, 'description', io).catch(() => undefined));
    if (typeof inside !== 'string') return undefined;
    room -= inside.length;
    if (room < 0)
      throw invalid(file, `with the files that it refers to, it has more than ${MAX_CHARACTERS} characters.`);
    // It may refer to itself.
    files.set(name, {});
    files.set(name, await within(documentIn(inside, name), name));
    return name;
  };
  /** A part of a file, with its references as they are from the description. */
  const within = async (part: unknown, name: string, depth = 0): Promise<unknown> => {
    if (depth > MAX_DEPTH || typeof part !== 'object' || part === null) return part;
    const made: [string, unknown][] = [];
    for (const [field, value] of Object.entries(part)) {
      const isReference = field === '$ref' && typeof value === 'string';
      made.push([field, isReference ? await leading(value, name) : await within(value, name, depth + 1)]);
    }
    return Array.isArray(part) ? made.map(([, item]) => item) : Object.fromEntries(made);
  };
  const leading = async (reference: string, from: string): Promise<string> => {
    const [to = '', pointer = ''] = reference.split('#');
    if (/^([a-z][a-z0-9+.-]*:|\/)|%/i.test(to)) return reference;
    const name = to === '' ? from : await nameOf(from, to);
    if (name === undefined) return reference;
    return `#${name === '' ? '' : encodeURI(formatPointer([FILES, name]))}${pointer}`;
  };
  const root = documentIn(text, file);
  const whole = await within(root, '');
  return files.size === 0 ? root : { ...fieldsOf(whole), [FILES]: Object.fromEntries(files) };
}

function documentIn(text: string, file: string): unknown {
  try {
    // Values of YAML are counted as it is read.
    if (/^\s*\{/.test(text)) refuseManyValues([text], documentBounds.openapi.values);
    const json = jsonIn(text);
    if (json !== undefined) return json;
    return readDocument(text, documentBounds.openapi).data;
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof JsonError)) throw error;
    throw invalid(file, error.message.split('\n', 1)[0] ?? '');
  }
}

function invalid(file: string, why: string): CliError {
  return new CliError('OPENAPI_INVALID', `The description ${file} cannot be learned from: ${why}`, {
    hint: 'Name an OpenAPI 3.0 or 3.1 description, in JSON or YAML, with the paths of the interface.',
  });
}

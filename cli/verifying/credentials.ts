/**
 * The user's credentials. They come from the environment or a file: a command line is there for every
 * user of the machine to read, and stays in the shell's history.
 */

import { stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import { parseJson } from '../../contracts/kit/json.ts';
import { worldPrefix } from '../../contracts/kit/world-address.ts';
import { CliError, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';
import { readText } from '../serving/reading.ts';
import type { Found } from './target.ts';

export interface Credentials {
  userName: string;
  apiKey: string;
}

/** By the name of a file; absent: by the environment. */
export type Named = string | undefined;

type Name = keyof Credentials;

/** Under which names a file may hold them. */
const names: { readonly [name: string]: Name } = {
  userName: 'userName',
  apiKey: 'apiKey',
  [environment.userName]: 'userName',
  [environment.apiKey]: 'apiKey',
};

const howTo = `Set ${environment.userName} and ${environment.apiKey}, or name a file with both: --credentials FILE.`;

/**
 * The credentials of the file where one is named, otherwise those of the environment; `undefined` for none.
 *
 * @throws CliError CREDENTIALS_INCOMPLETE, CREDENTIALS_EXPOSED, CREDENTIALS_INVALID, FILE_NOT_READABLE
 */
export async function givenCredentials(named: Named, io: Io): Promise<Credentials | undefined> {
  const given = await read(named, io);
  if (given) io.outlet.secrets.hideCredentials(given);
  return given;
}

async function read(file: string | undefined, io: Io): Promise<Credentials | undefined> {
  if (file !== undefined) return complete(await fromFile(file, io), file);
  const { [environment.userName]: userName, [environment.apiKey]: apiKey } = io.env;
  if (!userName && !apiKey) return undefined;
  return complete({ ...(userName && { userName }), ...(apiKey && { apiKey }) }, 'the environment');
}

/** Only a simulator lets in who was given no credentials. */
export function refuseNameless({ origin, pathname }: URL, found: Exclude<Found, { is: 'simulator' }>): never {
  if (found.is === 'something') {
    throw new CliError(
      'CREDENTIALS_MISSING',
      'No credentials are given, and the deployment is not a simulator.',
      {
        hint:
          worldPrefix(pathname) === ''
            ? howTo
            : `${howTo} Of a simulator, GET /_control/worlds lists the worlds.`,
      },
    );
  }
  throw new CliError('UNREACHABLE', `Nothing answers at ${origin}: ${found.because}.`, {
    hint: 'Check the address and that the deployment runs. roadtest serve starts a simulator.',
  });
}

function complete(given: Partial<Credentials>, where: string): Credentials {
  const { userName, apiKey } = given;
  if (userName && apiKey) return { userName, apiKey };
  const missing = userName ? 'API key' : apiKey ? 'user name' : 'user name and no API key';
  throw new CliError('CREDENTIALS_INCOMPLETE', `There is no ${missing} in ${where}.`, { hint: howTo });
}

async function fromFile(file: string, io: Io): Promise<Partial<Credentials>> {
  const text = await readText(file, 'credentials file', io);
  await refuseExposed(file, io);
  // The content of the file is never printed, not even where it is wrong.
  return text.trimStart().startsWith('{') ? fromJson(text, file) : fromLines(text, file);
}

/** As ssh does with keys: others on the machine must not be able to read it. */
async function refuseExposed(file: string, io: Io): Promise<void> {
  if (platform() === 'win32') return;
  const { mode } = await stat(resolve(io.cwd, file));
  if ((mode & 0o077) === 0) return;
  throw new CliError(
    'CREDENTIALS_EXPOSED',
    `Other users of this machine may read ${file}, and it holds an API key.`,
    {
      hint: `chmod 600 ${file}`,
    },
  );
}

function fromJson(text: string, file: string): Partial<Credentials> {
  try {
    return picked(Object.entries(parseJson(text) as object));
  } catch {
    throw invalid(file, 'it begins like JSON but is not valid JSON');
  }
}

/** `KEY=value` lines, with `#` for remarks; quotation marks around a value are not part of it. */
function fromLines(text: string, file: string): Partial<Credentials> {
  const entries = text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const said = line.trim();
    if (said === '' || said.startsWith('#')) return [];
    const [, name, value = ''] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/s.exec(said) ?? [];
    if (name === undefined) throw invalid(file, `line ${index + 1} is not a NAME=value`);
    return [[name, value.trim().replace(/^(["'])(.*)\1$/s, '$2')]];
  });
  return picked(entries);
}

function picked(entries: [string, unknown][]): Partial<Credentials> {
  const found: Partial<Credentials> = {};
  for (const [name, value] of entries) {
    const known = Object.hasOwn(names, name) ? names[name] : undefined;
    if (known && typeof value === 'string') found[known] = value;
  }
  return found;
}

function invalid(file: string, reason: string): CliError {
  return new CliError('CREDENTIALS_INVALID', `${file} is not a credentials file: ${reason}.`, {
    hint: `Two lines: ${environment.userName}=… and ${environment.apiKey}=…, or JSON with userName and apiKey.`,
  });
}

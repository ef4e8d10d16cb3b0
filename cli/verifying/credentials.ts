/**
 * The user's credentials. They come from the environment or a file: a command line is there for every
 * user of the machine to read, and stays in the shell's history.
 */
import { stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import type { Credentials } from '../../contracts/deployment/options.ts';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { CliError, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';
import { readText } from '../serving/reading.ts';

/** Says how credentials are given. */
export const howTo = `Set ${environment.userName} and ${environment.apiKey}, or name a file with both: --credentials FILE.`;

/**
 * The credentials of the file where one is named, otherwise those of the environment; `undefined` for none.
 *
 * @throws CliError CREDENTIALS_INCOMPLETE, CREDENTIALS_EXPOSED, CREDENTIALS_INVALID, and the errors of `readText`
 */
export async function givenCredentials(file: string | undefined, io: Io): Promise<Credentials | undefined> {
  const found = file === undefined ? io.env : await fromFile(file, io);
  const userName = found[environment.userName];
  const apiKey = found[environment.apiKey];
  if (!userName && !apiKey && file === undefined) return undefined;
  if (!userName || !apiKey) {
    const missing = userName ? 'API key' : apiKey ? 'user name' : 'user name and no API key';
    const where = file ?? 'the environment';
    throw new CliError('CREDENTIALS_INCOMPLETE', `There is no ${missing} in ${where}.`, { hint: howTo });
  }
  io.outlet.secrets.hideCredentials({ userName, apiKey });
  return { userName, apiKey };
}

/** JSON with `userName` and `apiKey`, or lines as in the environment. Its content is never printed, not even where it is wrong. */
async function fromFile(file: string, io: Io): Promise<Io['env']> {
  const text = await readText(file, 'credentials file', io);
  await refuseExposed(file, io);
  if (!text.trimStart().startsWith('{')) {
    // A key may have any sign, also one that begins a remark elsewhere.
    const lines = text.matchAll(
      /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(["']?)(.*?)\2[ \t\r]*$/gm,
    );
    return Object.fromEntries([...lines].map(([, name = '', , value]) => [name, value]));
  }
  const json = jsonIn(text);
  if (json === undefined)
    throw new CliError('CREDENTIALS_INVALID', `${file} begins like JSON but is not valid JSON.`, {
      hint: `Two lines: ${environment.userName}=… and ${environment.apiKey}=…, or JSON with userName and apiKey.`,
    });
  const fields = fieldsOf(json);
  const pairs = (['userName', 'apiKey'] as const).map((name) => [
    environment[name],
    fields[name] ?? fields[environment[name]],
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === 'string'));
}

/** As ssh does with keys: others on the machine must not be able to read it. */
async function refuseExposed(file: string, io: Io): Promise<void> {
  if (platform() === 'win32') return;
  const { mode } = await stat(resolve(io.cwd, file));
  if ((mode & 0o077) === 0) return;
  throw new CliError(
    'CREDENTIALS_EXPOSED',
    `Other users of this machine may read ${file}, and it holds an API key.`,
    { hint: `chmod 600 ${file}` },
  );
}

/** The choice of the deployment's devices that play those of the story. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { parseExactJson } from '../../../contracts/kit/exact-json.ts';
import { type AnyId, isId } from '../../../contracts/profile/facts.ts';
import { CliError, type Io } from '../../command.ts';
import { readText } from '../../serving/reading.ts';

/**
 * The devices that were named, otherwise those that the profile knows and then those of the list, each once.
 *
 * @throws CliError TOO_FEW_DEVICES
 */
export async function devicesFor(
  count: number,
  { named, known }: { named: readonly AnyId[] | undefined; known: readonly AnyId[] },
  client: Pick<Client, 'list'>,
): Promise<AnyId[]> {
  if (named) return enough(named, count, `--devices names ${named.length}`);
  if (known.length >= count) return known.slice(0, count);
  const { records } = await client.list('devices');
  const listed = records.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
  const all = [...new Map([...known, ...listed].map((id) => [String(id), id])).values()];
  return enough(all, count, `the deployment lists ${listed.length}`);
}

function enough(ids: readonly AnyId[], count: number, there: string): AnyId[] {
  if (ids.length >= count) return ids.slice(0, count);
  throw new CliError('TOO_FEW_DEVICES', `The story needs ${count} devices, and ${there}.`, {
    hint: `Add devices to the deployment, or play a smaller story. A simulator has them from the start: roadtest serve --devices ${count}.`,
  });
}

/**
 * The value of `--devices`: ids with commas between them, or a file with one id a line or a JSON list. Numbers in
 * a list of JSON stay numbers.
 *
 * @throws CliError FILE_NOT_READABLE, DEVICES_INVALID
 */
export async function namedDevices(value: string | undefined, io: Io): Promise<AnyId[] | undefined> {
  if (value === undefined) return undefined;
  const text = /[/\\]|\.(txt|json|csv)$/.test(value) ? await readText(value, 'list of devices', io) : value;
  const ids = text.trimStart().startsWith('[')
    ? fromJson(text, value)
    : text.split(/[,\r\n]+/).map((id) => id.trim());
  const named = ids.filter((id) => id !== '');
  if (new Set(named.map(String)).size === named.length && named.length > 0) return named;
  const why = named.length === 0 ? 'names no device' : 'names a device twice';
  throw new CliError('DEVICES_INVALID', `--devices ${why}.`, {
    hint: 'Give ids with commas between them, or a file with one id a line.',
  });
}

function fromJson(text: string, file: string): AnyId[] {
  try {
    const list = parseExactJson(text);
    if (Array.isArray(list) && list.every((id) => isId(id))) return list;
  } catch {
    // reported below
  }
  throw new CliError(
    'DEVICES_INVALID',
    `${file} is not a list of devices: it begins like JSON but is not a list of ids.`,
    {
      hint: 'It looks like ["dev-1", "dev-2"], or has one id a line.',
    },
  );
}

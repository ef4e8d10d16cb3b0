/** The live page that a server shows: where its files are, and the map tiles under everything. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isKnownHost } from '../../simulator/control/guard.ts';
import { createPages, type Pages, type PagesOptions } from '../../simulator/hosts/pages.ts';
import { CliError, type Io } from '../command.ts';
import { firstBytes } from './reading.ts';

/** Beside the built command; seen from the sources, where the build puts it. */
const folders = ['../console/', '../../dist/console/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** One server, with no place in its name for something to be filled in: the page's policy names it. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/i;
/** The first bytes of every file of tiles (PMTiles, version 3). */
const PMTILES = 'PMTiles';

/**
 * @param tiles what `--tiles` was given
 * @throws CliError TILES_INVALID, FILE_NOT_READABLE
 */
export async function consolePages(
  {
    hostNames,
    tiles,
    worldOf,
  }: { hostNames: readonly string[]; tiles?: string | undefined } & Pick<PagesOptions, 'worldOf'>,
  io: Io,
): Promise<Pages> {
  return createPages({
    folder: folders.find(existsSync) ?? (folders[0] as string),
    servedUnder: (host) => isKnownHost(host, hostNames),
    ...(worldOf && { worldOf }),
    ...(tiles !== undefined && { tiles: await readTiles(tiles, io) }),
  });
}

async function readTiles(given: string, io: Io): Promise<NonNullable<PagesOptions['tiles']>> {
  if (/^https?:/i.test(given)) {
    if (URL.canParse(given) && HOST.test(new URL(given).hostname)) return { url: given };
    throw new CliError('TILES_INVALID', `${given} is not an address of map tiles.`, {
      hint: 'Give one like https://tiles.example/{z}/{x}/{y}.png, with one name of a server.',
    });
  }
  if (/[#?%]/.test(basename(given)))
    throw new CliError('TILES_INVALID', `${given} has a name that cannot be served.`, {
      hint: 'Rename the file: without #, ? and %.',
    });
  const begun = await firstBytes(given, PMTILES.length, 'file of tiles', io);
  if (Buffer.from(begun).toString('latin1') !== PMTILES) {
    throw new CliError('TILES_INVALID', `${given} is not a file of map tiles.`, {
      hint: 'A file in the PMTiles format is served as it is; anything else needs an http(s) address.',
    });
  }
  return { file: resolve(io.cwd, given) };
}

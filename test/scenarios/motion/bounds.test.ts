import { describe, expect, it } from 'vitest';
import { trackBounds } from '../../../scenarios/motion/bounds.ts';
import { readCsv } from '../../../scenarios/motion/csv.ts';
import { readGpx } from '../../../scenarios/motion/gpx.ts';
import { PointCollector } from '../../../scenarios/motion/reading.ts';
import { readTrack } from '../../../scenarios/motion/track.ts';
import { TrackError } from '../../../scenarios/motion/track-error.ts';
import { expectLinear } from '../../growth.ts';

const point = '<trkpt lat="48" lon="11"><time>2026-01-01T00:00:00Z</time></trkpt>';
const other = '<trkpt lat="48.0001" lon="11"><time>2026-01-01T00:00:10Z</time></trkpt>';
const gpx = (inside: string): string => `<gpx><trk><trkseg>${point}\n${other}${inside}</trkseg></trk></gpx>`;
const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
const errorOf = async (text: string): Promise<TrackError> => {
  const error = await readTrack(text, 'trip').catch((thrown: unknown) => thrown);
  if (error instanceof TrackError) return error;
  throw new Error(`this was read, or failed otherwise: ${error}`);
};

describe('a limit of a track', () => {
  it('is how deeply elements are nested', async () => {
    expect((await readTrack(gpx(nested(trackBounds.depth - 3)), 'trip')).fixes).toHaveLength(2);
    expect(await errorOf(gpx(nested(trackBounds.depth - 2)))).toMatchObject({
      code: 'TRACK_TOO_LARGE',
      place: { file: 'trip', line: 2 },
    });
    expect(await errorOf(gpx(nested(100_000)))).toMatchObject({ code: 'TRACK_TOO_LARGE' });
  });

  it('is the length of a tag', async () => {
    const tag = (length: number) => gpx(`<a b="${'x'.repeat(length - '<a b=""/'.length)}"/>`);
    expect((await readTrack(tag(trackBounds.line), 'trip')).fixes).toHaveLength(2);
    expect(await errorOf(tag(trackBounds.line + 1))).toMatchObject({
      code: 'TRACK_TOO_LARGE',
      place: { line: 2 },
    });
  });

  it('counts neither comments nor what is quoted', async () => {
    const inside = `<!-- ${'<a>'.repeat(100)} --><![CDATA[${'<a>'.repeat(100)}]]><?a ${'<a>'.repeat(100)}?><b c="/>"/>`;
    expect((await readTrack(gpx(inside), 'trip')).fixes).toHaveLength(2);
  });

  it('is how deeply lists are nested', async () => {
    expect(await errorOf('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({
      code: 'TRACK_TOO_LARGE',
    });
  });

  it('is the length of a line', async () => {
    const line = (length: number) =>
      `lat,lon,time\n48,11,2026-01-01T00:00:00Z\n48.0001,11,2026-01-01T00:00:10Z,${'x'.repeat(length - 32)}`;
    expect((await readTrack(line(trackBounds.line), 'trip')).fixes).toHaveLength(2);
    expect(await errorOf(line(trackBounds.line + 1))).toMatchObject({
      code: 'TRACK_TOO_LARGE',
      place: { line: 3 },
    });
  });

  it('is the number of points', () => {
    const collector = new PointCollector();
    const add = () => collector.add({ time: undefined, latitude: 1, longitude: 1 }, { line: 7 });
    for (let count = 0; count < trackBounds.points; count++) add();
    expect(add).toThrow(expect.objectContaining({ code: 'TRACK_TOO_LARGE', place: { line: 7 } }));
    expect(collector.recordings[0]?.untimed).toHaveLength(trackBounds.points);
  });

  it('is the length of the text', async () => {
    expect(await errorOf(' '.repeat(trackBounds.characters + 1))).toMatchObject({ code: 'TRACK_TOO_LARGE' });
  });
});

it('reading a CSV ends at the first point that is wrong', async () => {
  const start = 'lat,lon,time\n48,11,2026-01-01T00:00:00Z\n99,200,2026-01-01T00:00:10Z\n';
  // The rest is not CSV, and is not looked at.
  expect(await errorOf(`${start}"${'x\n'.repeat(10)}`)).toMatchObject({
    code: 'TRACK_OUT_OF_RANGE',
    place: { line: 3 },
  });
});

describe('reading a track takes time in proportion to its length', () => {
  it.each<[what: string, text: (size: number) => string, read: (text: string) => unknown]>([
    ['open elements', (size) => `<gpx>${'<a>'.repeat(size / 3)}`, readGpx],
    ['spaces in a tag', (size) => `<gpx${' '.repeat(size)}/>`, readGpx],
    ['namespaces', (size) => `<gpx>${'<a xmlns:b="u">'.repeat(size / 15)}`, readGpx],
    ['comments', (size) => `<gpx>${'<!--'.repeat(size / 4)}`, readGpx],
    ['points', (size) => gpx(point.repeat(size / point.length)), readGpx],
    ['a header of brackets', (size) => `lat,lon,${'('.repeat(size)}`, readCsv],
    ['quotes', (size) => `lat,lon\n${'"\n'.repeat(size / 2)}`, readCsv],
    ['lines', (size) => `lat,lon\n${'1,1\n'.repeat(size / 4)}`, readCsv],
  ])('%s', (_, text, read) => {
    const [small, large] = [text(5_000), text(50_000)];
    expectLinear((size) => {
      try {
        read(size === 5_000 ? small : large);
      } catch (error) {
        if (!(error instanceof TrackError)) throw error;
      }
    }, 5_000);
  });
});

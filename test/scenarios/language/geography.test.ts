import { describe, expect, it } from 'vitest';
import { type Change, problemsOf, read, storyOf } from './reading.ts';

const gpx = (points: string) => `<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`;
const point = (latitude: number, longitude: number, time?: string) =>
  `<trkpt lat="${latitude}" lon="${longitude}">${time ? `<time>2026-03-02T${time}Z</time>` : ''}</trkpt>`;
const tracked: Change = {
  routes: '{ round: { roads: [depot, market-square] }, drive: { track: drive.gpx } }',
};

const withTrack = (text: string, change: Change = tracked) => problemsOf(storyOf(change), () => text);

describe('places', () => {
  it('are positions, circles, polygons, and those of the town', async () => {
    const story = await read(
      storyOf({
        places: `{ zone: { around: home, radius: 1.5km }, home: depot, here: [47.21, 19.55],
          field: { corners: [[47.2, 19.5], [47.2, 19.6], [47.3, 19.6]] } }`,
        expect: '{ device: van, near: harbour }',
      }),
    );
    const sites = Object.fromEntries(story.sites.map((site) => [site.name, site]));
    expect(sites.home?.at).toEqual(sites.depot?.at);
    expect(sites.zone?.area).toEqual({ centre: sites.depot?.at, radius: 1500 });
    expect(sites.field?.area).toMatchObject({
      corners: [
        [47.2, 19.5],
        [47.2, 19.6],
        [47.3, 19.6],
      ],
    });
    expect(sites.harbour).toBeDefined();
    expect(story.inTown).toBe(true);
  });

  it('that are closed by hand lose the corner that is there twice', async () => {
    const corners = '[[47.2, 19.5], [47.2, 19.6], [47.3, 19.6], [47.2, 19.5]]';
    const story = await read(storyOf({ places: `{ zone: { corners: ${corners} }, here: [47.2, 19.5] }` }));
    expect(story.sites[0]?.area).toMatchObject({ corners: { length: 3 } });
  });

  it.each<[what: string, places: string, code: string, hint?: string]>([
    ['off the earth', 'here: [147.2, 190.5]', 'POSITION_OUT_OF_RANGE'],
    [
      'with latitude and longitude the wrong way round',
      'here: [151.2, -33.8]',
      'POSITION_AXES_SWAPPED',
      '-33.8, 151.2',
    ],
    ['the wrong way round among others', 'here: [19.55, 47.21]', 'POSITION_AXES_SWAPPED', '[47.21, 19.55]'],
    ['with two corners', 'here: { corners: [[47.2, 19.5], [47.2, 19.6]] }', 'AREA_TOO_FEW_CORNERS'],
    [
      'with three corners in two places',
      'here: { corners: [[47.2, 19.5], [47.2, 19.6], [47.2, 19.5]] }',
      'AREA_TOO_FEW_CORNERS',
    ],
    ['without extent', 'here: { around: depot, radius: 0m }', 'AREA_TOO_SMALL'],
    [
      'around one that is reported',
      'a: { around: b, radius: 1m }, b: [99, 999], here: { around: b, radius: 2m }',
      'POSITION_OUT_OF_RANGE',
    ],
    ['around themselves', 'here: { around: there, radius: 1m }, there: here', 'PLACE_AROUND_ITSELF'],
  ])('%s are reported', async (_, places, code, hint) => {
    const problems = await problemsOf(
      storyOf({ places: `{ zone: { around: depot, radius: 200m }, ${places} }` }),
    );
    expect(problems.map((each) => each.code)).toEqual([code]);
    if (hint) expect(problems[0]?.hint).toContain(hint);
  });

  it('far from the town are not places of it', async () => {
    const story = await read(
      storyOf({
        places: '{ zone: { around: [-33.86, 151.2], radius: 1km } }',
        routes: '{ }',
        expect: '{ devices: 3 }',
      }),
    );
    expect(story.inTown).toBe(false);
  });
});

describe('routes', () => {
  it.each<[what: string, route: string, code: string]>([
    ['off the map', '{ roads: [depot, [47.9, 19.9]] }', 'ROUTE_OFF_MAP'],
    ['from a place to itself', '{ roads: [depot, depot] }', 'ROUTE_TOO_SHORT'],
    ['of one stop', '{ roads: [depot] }', 'TOO_FEW'],
    ['of no points', '{ waypoints: [] }', 'TOO_FEW'],
    ['off the earth', '{ waypoints: [[95, 200], [47, 19]] }', 'POSITION_OUT_OF_RANGE'],
    ['at no speed', '{ waypoints: [[47, 19], [47.1, 19]], speedLimit: 0 }', 'OUT_OF_RANGE'],
  ])('%s are reported', async (_, route, code) => {
    expect((await problemsOf(storyOf({ routes: `{ round: ${route} }` }))).map((each) => each.code)).toEqual([
      code,
    ]);
  });

  it('that end where they begin are driven over and over, others once, roaming for ever', async () => {
    const story = await read(
      storyOf({
        routes:
          '{ round: { roads: [depot, harbour, depot] }, there: { roads: [depot, harbour] }, any: roaming }',
        fleet:
          '{ a: { drives: round }, b: { drives: there }, c: { drives: any }, d: { drives: { route: there, repeat: back-and-forth } } }',
        timeline: '  - { at: 1m, caption: A }',
        groups: '{ north: }',
      }),
    );
    expect(story.fleet.map(({ drives }) => drives?.repeat)).toEqual([
      'loop',
      'once',
      'loop',
      'back-and-forth',
    ]);
  });
});

describe('tracks', () => {
  const good = gpx(
    [point(47.2, 19.5, '08:00:00'), point(47.201, 19.5, '08:00:10'), point(47.202, 19.5, '08:00:20')].join(
      '',
    ),
  );

  it('are read from beside the story', async () => {
    const asked: string[] = [];
    const story = await read(storyOf(tracked), (path) => {
      asked.push(path);
      return good;
    });
    expect(asked).toEqual(['drive.gpx']);
    expect(story.routes[1]).toMatchObject({
      kind: 'track',
      rhythm: 'recorded',
      fixes: [{ after: 0 }, { after: 10_000 }, { after: 20_000 }],
    });
  });

  it.each([
    ['no point', gpx(''), 'TRACK_EMPTY'],
    ['one point', gpx(point(47.2, 19.5, '08:00:00')), 'TRACK_ONE_POINT'],
    ['no times', gpx(point(47.2, 19.5) + point(47.3, 19.5)), 'TRACK_NO_TIMES'],
    [
      'nothing but jumps',
      gpx(point(47.2, 19.5, '08:00:00') + point(49.2, 19.5, '08:00:01')),
      'TRACK_TOO_FAST',
    ],
    [
      'latitudes that are invalid',
      gpx(point(147.2, 19.5, '08:00:00') + point(147.3, 19.5, '08:00:10')),
      'TRACK_AXES_SWAPPED',
    ],
    [
      'latitudes and longitudes that are among the rest of the story when they change places',
      gpx(point(19.5, 47.2, '08:00:00') + point(19.501, 47.2, '08:00:10')),
      'TRACK_AXES_SWAPPED',
    ],
    ['something else', 'a drive', 'TRACK_NOT_READABLE'],
  ])('with %s are reported, with the name of the file', async (_, text, code) => {
    const problems = await withTrack(text);
    expect(problems).toMatchObject([{ code, path: '/routes/drive/track' }]);
    expect(problems[0]?.message).toContain('drive.gpx');
  });

  it('without times can be driven in the rhythm of the vehicle', async () => {
    const own: Change = { routes: '{ round: { track: drive.gpx, rhythm: own } }' };
    expect(await withTrack(gpx(point(47.2, 19.5) + point(47.3, 19.5)), own)).toEqual([]);
  });

  it('with a jump are read without it, with a gap as they are', async () => {
    const points = [
      point(47.2, 19.5, '08:00:00'),
      point(49.2, 19.5, '08:00:10'),
      point(47.201, 19.5, '08:00:20'),
      point(47.21, 19.5, '09:00:00'),
    ];
    const story = await read(storyOf(tracked), () => gpx(points.join('')));
    const [, route] = story.routes;
    expect(route?.kind === 'track' && route.fixes.map(({ after }) => after)).toEqual([0, 20_000, 3_600_000]);
  });

  it('that cannot be read are reported', async () => {
    const problems = await problemsOf(storyOf(tracked), () => {
      throw new Error('there is no such file');
    });
    expect(problems).toMatchObject([{ code: 'TRACK_NOT_READABLE' }]);
    expect(await problemsOf(storyOf(tracked))).toMatchObject([{ code: 'TRACK_NOT_READABLE' }]);
  });
});

/** What a lesson needs to say: times after another entry, devices one after the other, values little by little and in captions. */
import { describe, expect, it } from 'vitest';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';

const fleet = `title: Words
clock: { start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Berlin }
places: { yard: { around: depot, radius: 200m } }
routes: { round: { roads: [depot, harbour, depot] } }
fleet: { van: { count: 3, start: depot, report: { moving: 10s, parked: 10s }, sensors: { temperature: 2 } } }
timeline:
`;

const read = (timeline: string) => readStory(fleet + timeline, { file: 'words.yaml' });

async function played(timeline: string) {
  const said: string[] = [];
  const reported: {
    device: number;
    minute: number;
    temperature: unknown;
    speed: number | null | undefined;
  }[] = [];
  const story = await read(timeline);
  const minuteOf = (at: number) => (at - story.clock.start) / 60_000;
  const performance = perform(story, {
    onStep(step) {
      if (step.kind !== 'location') return;
      const { device, report, at } = step;
      const { temperature } = report.attributes ?? {};
      reported.push({ device, minute: minuteOf(at), temperature, speed: report.speed });
    },
  });
  performance.onEvent((event) => {
    if (event.kind === 'story-caption') said.push(`${minuteOf(event.at)} ${event.text}`);
  });
  const { standing } = await play(performance);
  return { standing, said, reported };
}

const problemsOf = async (text: string) => {
  const error = await readStory(text, { file: 'words.yaml' }).catch((error: unknown) => error);
  return error instanceof StoryError ? error.problems : [];
};

describe('a time after another entry', () => {
  it('counts from the entry before, or from the one of a name', async () => {
    const { said } = await played(`  - { at: 08:10, name: gate opens, caption: A }
  - { at: 10 min after that, caption: B }
  - { at: 5m after that, caption: C }
  - { at: 1m after gate opens, caption: D }
`);
    expect(said).toEqual(['10 A', '11 D', '20 B', '25 C']);
  });

  it('names a device that comes by then', async () => {
    const story = await read(`  - { at: 1m, caption: A }
  - { at: 1m after that, do: { addDevice: newcomer } }
  - { at: 1m after that, do: { drive: newcomer, route: round } }
`);
    expect(story.timeline).toHaveLength(3);
  });

  it.each([
    ['at: 1m after that', 'there is no entry before it'],
    ['at: 1m, caption: A }\n  - { at: 70m after that', 'after the story ends'],
    ['every: 5m, caption: A }\n  - { at: 1m after that', 'it is not known when the entry before comes'],
    [
      'at: 1m, name: opening, caption: A }\n  - { at: 1m after openning',
      'no entry before it is called "openning"',
    ],
  ])('is refused where that is not known: %s', async (entry, why) => {
    const [problem] = await problemsOf(`${fleet}  - { ${entry}, caption: Z }\n`);
    expect(problem?.message).toContain(why);
  });
});

it('devices start one after the other', async () => {
  const { reported } = await played('  - { at: 5m, do: { drive: van, route: round, stagger: 10m } }\n');
  const first = [1, 2, 3].map((device) =>
    Math.min(
      ...reported.filter((one) => one.device === device && Number(one.speed) > 0).map(({ minute }) => minute),
    ),
  );
  for (const [index, minute] of first.entries()) {
    expect(minute).toBeGreaterThanOrEqual(5 + 10 * index);
    expect(minute).toBeLessThan(7 + 10 * index);
  }
});

it('a sensor comes to its value little by little', async () => {
  const { reported, standing } = await played(`  - { at: 0s, do: { drive: van-1, route: round } }
  - { at: 5m, do: { setSensor: van-1, sensor: temperature, value: 12, over: 20m } }
  - { when: { sensor: temperature, above: 7, device: van-1 }, most: 1, expect: { happened: location-recorded, count: { atLeast: 1 } } }
`);
  const values = reported.filter(({ device }) => device === 1).map(({ temperature }) => Number(temperature));
  expect(new Set(values).size).toBeGreaterThan(20);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect([values[0], values.at(-1)]).toEqual([2, 12]);
  expect(standing).toEqual({ met: 1, failed: 0, open: 0 });
});

describe('conditions that are joined', () => {
  const warm = '{ sensor: temperature, above: 8 }';

  it('come when all hold at once, or any does', async () => {
    const { said } = await played(`  - { at: 2m, do: { setSensor: van-1, sensor: temperature, value: 9 } }
  - { at: 10m, do: { drive: van, route: round } }
  - { when: { allOf: [${warm}, { speedAbove: 5 }], device: van }, most: 1, caption: "both {it}" }
  - { when: { anyOf: [${warm}, { speedAbove: 5 }], device: van-1 }, caption: "either {it}" }
  - { when: { allOf: [{ within: yard }, { standsStill: 5m }], device: van-2 }, most: 1, caption: "parked {it}" }
`);
    const minutes = (words: string) =>
      said.filter((one) => one.endsWith(` ${words}`)).map((one) => Math.floor(Number(one.split(' ', 1))));
    expect(minutes('either van 1')).toEqual([2]);
    expect(minutes('both van 1')).toEqual([10]);
    expect(minutes('parked van 2')).toEqual([5]);
    expect(said).toHaveLength(3);
  });

  it('come with an event while the states hold, or with any of several events', async () => {
    const { said } = await played(`  - { at: 5m, do: { alert: van, type: sos } }
  - { at: 10m, do: { setSensor: van-1, sensor: temperature, value: 9 } }
  - { at: 30m, do: [{ alert: van, type: sos }, { alert: van-2, type: tow }] }
  - { at: 31m, do: { setSensor: van-1, sensor: temperature, value: 3 } }
  - { at: 50m, do: { alert: van, type: sos } }
  - { when: { allOf: [{ raises: sos }, ${warm}], device: van }, caption: "warm {it}" }
  - { when: { anyOf: [{ raises: tow }, { counterReaches: 4, channel: sms }], device: van }, caption: "any {it}" }
  - { when: { anyOf: [{ raises: tow }, ${warm}], device: van }, caption: "either {it}" }
  - { at: 40m, do: { send: van-1, channel: sms, count: 5 } }
`);
    expect(said.map((one) => one.replace(/\.\d+/, ''))).toEqual([
      '10 either van 1',
      '30 warm van 1',
      '30 any van 2',
      '30 either van 2',
      '40 any van 1',
      '50 any van 2',
    ]);
  });

  it('come with each of what happens at one moment, though a state of the list holds', async () => {
    const { said } = await played(`  - { at: 10m, do: { drive: van-1, route: round, repeat: once } }
  - { when: { anyOf: [{ leaves: yard }, { arrives: true }, { sensor: temperature, below: 8 }], device: van-1 }, caption: "{it} is noted" }
  - { when: { leaves: yard, device: van-1 }, caption: left }
  - { when: { arrives: true, device: van-1 }, caption: arrived }
`);
    const timesOf = (words: string) =>
      said.filter((one) => one.endsWith(words)).map((one) => one.split(' ', 1)[0]);
    expect(timesOf('is noted')).toEqual(['0', ...timesOf('left'), ...timesOf('arrived')]);
    expect(said).toHaveLength(5);
  });

  it.each([
    [`{ allOf: [${warm}] }`, 'TOO_FEW'],
    [`{ allOf: [${warm}, { raises: sos }, { withheld: sms }] }`, 'EVENTS_APART'],
    [`{ allOf: [${warm}, { enters: yard }] }`, 'EVENTS_APART'],
    [`{ allOf: [${warm}, { anyOf: [${warm}, ${warm}] }] }`, 'UNKNOWN_FIELD'],
    [`[${warm}, { speedAbove: 5 }]`, 'WRONG_TYPE'],
    [`{ anyOf: [${warm}, { within: yrad }] }`, 'UNKNOWN_PLACE'],
    [`{ allOf: [${warm}, { sensor: temperature, above: 99 }] }`, 'NEVER'],
  ])('are refused where one of them cannot be: %s', async (when, code) => {
    const problems = await problemsOf(
      `${fleet}  - { at: 1m, do: { setSensor: van, sensor: temperature, value: 9 } }\n  - { when: ${when}, caption: Z }\n`,
    );
    expect(problems.map((one) => one.code)).toEqual([code]);
  });
});

it('a caption shows values of its moment', async () => {
  const { said } = await played(`  - { at: 10m, do: { send: van, channel: sms } }
  - { at: 11m, do: { alert: van-1, type: sos }, caption: "{time}: {sent} sent, {withheld} withheld, {alerts} alerts" }
  - { at: 12m, caption: "{alerts} alert" }
`);
  expect(said).toEqual(['11 08:11: 3 sent, 0 withheld, 0 alerts', '12 1 alert']);
});

describe('what YAML makes of a text', () => {
  it('with a colon is said, with all else that is wrong in the file', async () => {
    const problems = await problemsOf(`title: Words: a story
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
timeline:
  - at: 5m
    caption: Attention: the van's gone
    do: { drive: vna, route: rond }
  - { at: 6m, caption: So: it is back }
  - { at: 7m, caption: '{speed}' }
`);
    expect(problems.map(({ code, line }) => `${line} ${code}`)).toEqual([
      '1 QUOTES_MISSING',
      '6 QUOTES_MISSING',
      '7 UNKNOWN_DEVICE',
      '7 UNKNOWN_ROUTE',
      '8 QUOTES_MISSING',
      '9 PLACEHOLDER_UNKNOWN',
    ]);
    expect(problems[1]).toMatchObject({ column: 14, hint: 'put quotes round it' });
  });

  it('with a # that is no comment is said', async () => {
    const cut = (caption: string) => problemsOf(`${fleet}  - at: 5m\n    caption: ${caption}\n`);
    expect(await cut('Van #3 leaves')).toMatchObject([{ code: 'TEXT_CUT', line: 8, column: 14 }]);
    expect(await cut('Van no. 3 leaves # at last')).toEqual([]);
    expect(await cut('"Van #3 leaves"')).toEqual([]);
  });

  it('with braces or a colon without a space is said, with all else that is wrong', async () => {
    const entries = `  - { at: 5m, caption: So many {sent} of {sped}, name: A }
  - at: 6m
    caption: {it} leaves
  - { at:7m, caption: B }
  - { at: 8m, caption: '{it}' }
`;
    const problems = await problemsOf(fleet + entries);
    expect(problems.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      '7:24 QUOTES_MISSING',
      '7:24 PLACEHOLDER_UNKNOWN',
      '9:14 QUOTES_MISSING',
      '9:14 PLACEHOLDER_UNKNOWN',
      '10:7 UNKNOWN_FIELD',
      '11:24 PLACEHOLDER_UNKNOWN',
    ]);
    expect(problems[4]?.hint).toBe('put a space after the colon: at: 7m');
  });

  it('with a # in brackets is said, with all else that is wrong', async () => {
    const entries = `  - { at: 5m, caption: Van #3 leaves }
  - { at: 6m, name: "no: it is", caption: Bus #4: it is late, do: { drive: vna, route: round } }
  - { at: 7m, caption: Note: all is well }
  - { at: 8m, do: { stop: vna } } # the end
`;
    const problems = await problemsOf(fleet + entries);
    expect(problems.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      '7:24 TEXT_CUT',
      '8:43 TEXT_CUT',
      '8:78 UNKNOWN_DEVICE',
      '9:24 QUOTES_MISSING',
      '10:27 UNKNOWN_DEVICE',
    ]);
  });
});

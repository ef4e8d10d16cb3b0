/** Entries that wait: for a midnight, from a moment on, and for what never comes. */
import { describe, expect, it } from 'vitest';
import { notesOf } from '../../../scenarios/language/notes.ts';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { libraryStories } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';

const van = `title: Awaited
clock: { start: 2026-03-02 12:00, for: 1h }
routes: { round: { roads: [depot, harbour, depot] } }
fleet: { van: { start: depot, drives: round } }
`;

async function played(text: string) {
  const performance = perform(await readStory(text, { file: 'awaited.yaml' }));
  const { start } = performance.story.clock;
  const captions: string[] = [];
  performance.onEvent((event) => {
    if (event.kind === 'story-caption') captions.push(`${(event.at - start) / 60_000} ${event.text}`);
  });
  return { ...(await play(performance)), captions };
}

const problemsOf = async (text: string) => {
  const error = await readStory(text, { file: 'awaited.yaml' }).catch((error: unknown) => error);
  return error instanceof StoryError
    ? error.problems.map(({ code, line, hint }) => ({ code, line, hint }))
    : [];
};

describe('an entry at a midnight', () => {
  it.each([1, 2, 3])(
    'comes after the end of the day, however late that was foreseen: the midnight of day %i',
    async (day) => {
      const { standing } = await played(`title: Midnights
clock: { start: 2026-03-02 12:00, for: 4d }
fleet: { van: { limits: { dailySms: 1 } } }
timeline:
  - { at: "2026-03-0${day + 2} 00:00", do: { send: van, channel: sms } }
  - { at: "2026-03-0${day + 1} 12:00", do: { send: van, channel: sms }, expect: { device: van, usage: { sms: 1 } } }
expect: { sent: 2 }
`);
      expect(standing).toEqual({ met: 2, failed: 0, open: 0 });
    },
  );

  it('comes after the expiry of a device whose date was set since', async () => {
    const { standing } = await played(`title: Expiry
clock: { start: 2026-03-02 12:00, for: 1d }
fleet: { van: {} }
timeline:
  - { at: 10m, do: { setLimits: van, expirationDate: 2026-03-03 } }
  - { at: "2026-03-03 00:00", expect: { device: van, licence: expired } }
`);
    expect(standing).toEqual({ met: 1, failed: 0, open: 0 });
  });
});

describe('a condition that holds already when its entry is awaited', () => {
  it.each([
    ['speedAbove: 5', 20],
    ['standsStill: 1m', 30],
  ])('is met with the first report from then on: %s', async (condition, minutes) => {
    const { captions, neverSetOff } = await played(`${van}timeline:
  - { at: 25m, do: { stop: van } }
  - { when: { device: van, ${condition} }, from: ${minutes}m, most: 1, caption: "{it} is" }
`);
    expect(neverSetOff).toEqual([]);
    expect(captions).toHaveLength(1);
    const came = Number(captions[0]?.split(' ')[0]);
    expect(came).toBeGreaterThanOrEqual(minutes);
    expect(came).toBeLessThanOrEqual(minutes + 10);
  });

  it('is met at that moment where the service keeps it', async () => {
    const text = `${van}timeline:
  - { at: 10m, do: { send: van, channel: sms, count: 3 } }
  - { when: { device: van, counterReaches: 3, channel: sms }, from: 20m, caption: "{it}" }
  - { when: { device: van, counterReaches: 4, channel: sms }, from: 20m, caption: "{it}, more" }
`;
    const { captions, neverSetOff } = await played(text);
    expect(captions).toEqual(['20 van']);
    expect(neverSetOff).toEqual([{ label: '{it}, more', place: { line: 8, column: 5 } }]);
  });

  it('is met at the start by what a device has sent before', async () => {
    const { captions } = await played(`title: Before
clock: { start: 2026-03-02 12:00, for: 1h }
fleet: { van: { usage: { sms: 5 } } }
timeline: [{ when: { counterReaches: 3, channel: sms }, caption: "{it}" }]
`);
    expect(captions).toEqual(['0 van']);
  });

  it('is not met by what happened before: an area was entered, and is not entered again', async () => {
    const { captions, neverSetOff } =
      await played(`${van.replace('drives: round', '')}places: { yard: { around: depot, radius: 200m } }
timeline: [{ when: { enters: yard }, from: 10m, caption: "{it}" }]
`);
    expect(captions).toEqual([]);
    expect(neverSetOff).toHaveLength(1);
  });
});

describe('what never comes', () => {
  it.each(['standsStill: 2h', 'expires: true', 'arrives: true'])(
    'is a mistake of the story where that can be known: %s',
    async (condition) => {
      expect(await problemsOf(`${van}timeline: [{ when: { ${condition} }, caption: now }]\n`)).toMatchObject([
        { code: 'NEVER', line: 5 },
      ]);
    },
  );

  it.each([
    ['expires: true', 'setLimits: van, expirationDate: 2026-03-03'],
    ['arrives: true', 'drive: van, route: round, repeat: once'],
  ])('is none where an action leads to it: %s', async (condition, action) => {
    const text = `${van}timeline: [{ when: { ${condition} }, caption: now }, { at: 1m, do: { ${action} } }]\n`;
    expect(await problemsOf(text)).toEqual([]);
  });
});

describe('an entry that waits for others', () => {
  const two = van.replace(', drives: round }', ' }, bus: { sensors: { temperature: 4 } }');
  const wait = (condition: string, further = '') =>
    `  - { when: { ${condition} }${further}, caption: now }\n`;

  it.each([
    [
      'of other devices',
      wait('arrives: true, device: van'),
      '{ at: 1m, do: { drive: bus, route: round, repeat: once } }',
    ],
    [
      'that come too late',
      wait('arrives: true', ', until: 10m'),
      '{ at: 20m, do: { drive: van, route: round, repeat: once } }',
    ],
    [
      'that wait for it',
      wait('expires: true'),
      '{ when: { expires: true }, do: { setLimits: it, expirationDate: 2026-03-03 } }',
    ],
    [
      'with a date after the end',
      wait('expires: true'),
      '{ at: 1m, do: { setLimits: van, expirationDate: 2026-04-03 } }',
    ],
    [
      'with other values',
      wait('sensor: temperature, above: 8'),
      '{ at: 1m, do: { setSensor: bus, sensor: temperature, value: 8 } }',
    ],
    [
      'of devices without it',
      wait('sensor: temperature, above: 8, device: van'),
      '{ at: 1m, do: { setSensor: bus, sensor: temperature, value: 9 } }',
    ],
  ])('%s never comes', async (_, waiting, other) => {
    expect(await problemsOf(`${two}timeline:\n${waiting}  - ${other}\n`)).toContainEqual({
      code: 'NEVER',
      line: 6,
      hint: undefined,
    });
  });

  it.each([
    [
      'in time',
      wait('arrives: true', ', until: 10m'),
      '{ at: 9m, do: { drive: van, route: round, repeat: once } }',
    ],
    [
      'one after the other',
      wait('arrives: true'),
      '{ when: { raises: sos }, do: { drive: it, route: round, repeat: once } }\n  - { at: 1m, do: { alert: van, type: sos } }',
    ],
    ['with a date that was there', wait('expires: true'), '{ at: 1m, do: { setLimits: van, expires: on } }'],
    [
      'with a value',
      wait('sensor: temperature, above: 8'),
      '{ at: 1m, do: { setSensor: van, sensor: temperature, value: 9 } }',
    ],
    [
      'with the value at the start',
      wait('sensor: temperature, below: 5'),
      '{ at: 1m, do: { alert: van, type: sos } }',
    ],
  ])('%s may come', async (_, waiting, other) => {
    expect(await problemsOf(`${two}timeline:\n${waiting}  - ${other}\n`)).toEqual([]);
  });

  it('is looked for in time that the size of the story bounds', async () => {
    const many = Array.from({ length: 1_500 }, () => `${wait('arrives: true', ', most: 1')}`).join('');
    expect(
      await problemsOf(
        `${two}timeline:\n${many}${'  - { at: 1m, do: { alert: van, type: sos } }\n'.repeat(1_500)}`,
      ),
    ).toEqual([]);
  });
});

describe('an entry that comes only if a person or a client makes its condition true', () => {
  const outside = async (timeline: string, fleet = 'van: { start: depot }') => {
    const text = `title: T\nclock: { start: 2026-03-02 12:00, for: 1h }\nfleet: { ${fleet} }\nroutes: { town: roaming }\ntimeline: [${timeline}]\n`;
    const story = await readStory(text, { file: 'outside.yaml' });
    return notesOf(story).filter((note) => note.includes('makes its condition true'));
  };

  it.each([
    ['speedAbove: 5', 'none of its devices drives'],
    ['harsh: braking', 'none of its devices drives'],
    ['raises: sos', 'none of its devices raises sos'],
    ['withheld: any', 'none of its devices sends messages'],
    ['withheld: sms', 'none of its devices sends SMS'],
    ['counterReaches: 1, channel: email', 'none of its devices sends e-mails'],
  ])('is noted: %s', async (condition, reason) => {
    expect(await outside(`{ when: { ${condition} }, caption: now }`)).toEqual([
      `The entry of line 5 comes only if a person or a client makes its condition true: ${reason}.`,
    ]);
  });

  it.each([
    ['{ when: { raises: sos }, caption: now }, { at: 1m, do: { alert: van, type: sos } }', undefined],
    ['{ when: { withheld: sms }, caption: now }, { at: 1m, do: { send: van, channel: sms } }', undefined],
    ['{ when: { counterReaches: 3, channel: sms }, caption: now }', 'van: { usage: { sms: 5 } }'],
    ['{ when: { speedAbove: 5 }, caption: now }', 'van: { drives: town }'],
  ])('is not what the story does: %s', async (timeline, fleet) => {
    expect(await outside(timeline, fleet)).toEqual([]);
  });

  it('is in no shipped story', async () => {
    for (const { name, text } of libraryStories) {
      const notes = notesOf(await readStory(text, { file: name }));
      expect(notes.filter((note) => note.includes('makes its condition true'))).toEqual([]);
    }
  });
});

describe('a placeholder', () => {
  it.each([
    ['at: 1m, caption: "{it} is here"', '{it} is the device that set off the entry'],
    [
      'when: { speedAbove: 50 }, caption: "{it} drives {speed} km/h"',
      '{it} is the device that set off the entry',
    ],
    ['when: { speedAbove: 50 }, chapter: "{it}"', '{it} is the device that set off the entry'],
    [
      'at: 1m, do: { alert: van, type: sos, text: "SOS of {it}" }',
      '{it} is the device that set off the entry',
    ],
    ['at: 1m, caption: "{ n }"', '{n} is the number of the device'],
  ])('that means nothing is refused with its line and what is possible: %s', async (entry, hint) => {
    expect(await problemsOf(`${van}timeline:\n  - { ${entry} }\n`)).toEqual([
      { code: 'PLACEHOLDER_UNKNOWN', line: 6, hint: expect.stringContaining(hint) },
    ]);
  });

  it('is the number in a label, and nothing else there', async () => {
    const labelled = (label: string) => van.replace('start: depot,', `label: "${label}",`);
    expect(await problemsOf(labelled('Van {it}'))).toMatchObject([{ code: 'PLACEHOLDER_UNKNOWN', line: 4 }]);
    expect(await problemsOf(labelled('Van {n}'))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../contracts/profile/index.ts';
import { parseBaseline } from '../../../contracts/report/baseline-file.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { readTrack } from '../../../scenarios/motion/track.ts';
import { expectShort } from './fuzz.ts';

const x = 'x'.repeat(300);
const noTrack = async (): Promise<string> => {
  throw new Error('no such file');
};
const profile = (openings: string) => () =>
  parseProfile(`roadtest: 1\nname: n\nopenings:\n${openings}\n`, 'f');
const control = (rest: string) => () =>
  parseProfile(
    `roadtest: 1\nname: n\nopenings: {}\ncontrols: { send: { by: http, method: POST, ${rest} } }`,
    'f',
  );
const story =
  (rest: string, clock = 'for: 1h') =>
  () =>
    readStory(`title: T\nclock: { start: 2026-03-02 08:00, ${clock} }\nfleet: { van: }\n${rest}\n`, {
      file: 'f',
      readTrack: noTrack,
    });
const doing = (action: string) => story(`timeline: [ { at: 1m, do: ${action} } ]`);

const mistakes: { readonly [what: string]: () => unknown } = {
  'a field of a profile': profile(`  ${x}: 1`),
  'a field that is there twice': profile(`  ${x}: 1\n  ${x}: 2`),
  'an alias': profile(`  a: *${x}`),
  'a duration': profile(`  token.lifetime: ${x}`),
  'a pointer': profile(`  records.country: { fields: { code: ${x} } }`),
  'a place that is taken': profile(`  records.country: { fields: { code: /${x}, name: /${x} } }`),
  'a time zone': profile(`  day.time-zone: ${x}`),
  'a header': profile(`  versioning: { headers: { "${x} y": "1" } }`),
  'a template': control(`url: '/{${x}}'`),
  'a device': doing(`{ stop: ${x} }`),
  'a route': doing(`{ drive: van, route: ${x} }`),
  'an operation': doing(`{ faults: [ { operation: ${x} } ] }`),
  'a time': story(`timeline: [ { at: ${x}, caption: c } ]`),
  'a cron expression': story(`timeline: [ { cron: ${x}, caption: c } ]`),
  'a place': story(`timeline: [ { when: { enters: ${x} }, caption: c } ]`),
  'a place around which': story(`places: { a: { around: ${x}, radius: 1m } }`),
  'a track': story(`routes: { a: { track: ${x} } }`),
  'a zone of a story': story('', `for: 1h, timeZone: ${x}`),
  'a kind of event': story(`expect: { happened: ${x}, count: 1 }`),
  'a reply': story(`expect: { reply: ${x} }`),
  'an id in a baseline': () => parseBaseline(`- id: ${x}`, 'f'),
  'a position': () => readTrack(`lat,lon,time\n${x},1,1\n`, 'f'),
  'a time of a track': () => readTrack(`lat,lon,time\n1,1,${x}\n`, 'f'),
  'a root of XML': () => readTrack(`<${x}/>`, 'f'),
  'an element of XML': () => readTrack(`<gpx><${x}></y></gpx>`, 'f'),
};

describe('an error quotes at most 200 characters of', () => {
  it.each(Object.entries(mistakes))('%s', async (_, act) => {
    const error: unknown = await Promise.resolve()
      .then(act)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    if (!(error instanceof Error)) throw new Error('this was accepted');
    const { issues, problems, hint } = error as { issues?: object[]; problems?: object[]; hint?: string };
    for (const text of [error.message, hint, ...textsOf(issues), ...textsOf(problems)])
      expectShort(String(text));
  });

  it('a value, and the check notices more', () => {
    expect(() => expectShort(x)).toThrow('quotes too much');
    expect(() => expectShort(x.slice(100))).not.toThrow();
  });
});

/** The shown texts of each; the pointer is a place and no quotation. */
function textsOf(found: readonly object[] = []): unknown[] {
  return found.flatMap((one) => ['message' in one && one.message, 'hint' in one && one.hint]);
}

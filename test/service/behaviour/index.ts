/**
 * The behaviour that a client relies on, by subject: each row opens a fresh simulator, speaks in facts and knows neither the dialect nor how
 * its calls get there.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from '../caller.ts';
import { profiles } from '../profiles.ts';
import { direct, type Received, type Way } from '../ways.ts';
import { clock } from './clock.ts';
import { day, type Entry } from './day.ts';
import { devices } from './devices.ts';
import { licences } from './licences.ts';
import { limits } from './limits.ts';
import { operations } from './operations.ts';
import { records } from './records.ts';
import { refusals } from './refusals.ts';
import type { Rows } from './row.ts';
import { tokens } from './tokens.ts';

interface Subjects {
  readonly [subject: string]: Rows;
}

export const subjects: Subjects = {
  tokens,
  operations,
  clock,
  devices,
  limits,
  licences,
  records,
  refusals,
};

/** One row of each kind of call. */
export const rowsAcross: Subjects = {
  tokens: pick(tokens, ['valid credentials give a token by the fake clock', 'a wrong key gives no token']),
  operations: pick(operations, ['listDevices is refused without a good token, and nothing changes']),
  clock: pick(clock, [
    'a token works until its last second and not after',
    'the Date of every answer is the simulated one',
    'a snapshot goes on as the world it was taken of',
  ]),
  devices: pick(devices, ['a posted location is the last one, with all that was reported']),
  limits: pick(limits, ['an alert goes out to the users of its group, until the limit withholds it']),
  licences: pick(licences, ['a device expires on its date and releases its licence']),
  records: pick(records, [
    'group: what was created can be read, and is in the list',
    'group: PATCH changes one fact and keeps the rest',
    'user: PUT replaces: what is not said is kept where the profile says so, and nowhere else',
    'user: what was deleted is gone, and its neighbour is not',
  ]),
  refusals: pick(refusals, ['HEAD is answered like GET, without a body', 'a cut connection is met']),
};

function pick(rows: Rows, names: readonly string[]): Rows {
  return Object.fromEntries(names.map((name) => [name, rows[name] ?? expect.fail(`no row "${name}"`)]));
}

/** Registers rows over a way, in all of these profiles. */
export function behaveOver(way: Way, rowsOf: Subjects, spoken = profiles): void {
  describe(way.name, () => {
    beforeAll(() => way.start?.());
    afterEach(() => way.closeAll());
    afterAll(() => way.stop?.());

    describe.each(spoken)('profile $name', (profile) => {
      for (const [subject, rows] of Object.entries(rowsOf))
        describe(subject, () => {
          for (const [name, row] of Object.entries(rows)) {
            const [options, play] = typeof row === 'function' ? [{}, row] : row;
            test(name, async () => play(await Caller.open(way, profile, options)));
          }
        });
    });
  });
}

/** The signed part of a token, and the signature, which is that of its world. */
const SIGNATURE = /(eyJ[\w-]+\.eyJ[\w-]+\.)[\w-]+/g;
/** The platform's own tables, of which a browser has other editions than Node. */
const isFromPlatform = ({ call }: Entry) => /\/api\/users\/(countries|timeZones)/.test(call);

/** Registers tests: a day with everything that a client can do is answered by the bytes of direct calls. */
export function expectSameBytesOver(way: Way): void {
  describe(`the bytes over ${way.name}`, () => {
    const reference = direct();
    beforeAll(() => way.start?.());
    afterAll(async () => {
      await Promise.all([way.closeAll(), reference.closeAll()]);
      await way.stop?.();
    });

    test.each(profiles)('are those of direct calls, profile $name', async (profile) => {
      const [expected, played] = [await day(reference, profile), await day(way, profile)];
      expect(played.map(({ call }) => call)).toEqual(expected.map(({ call }) => call));
      for (const [place, { call, reply }] of played.entries()) {
        const twin = expected[place] as Entry;
        const comparable = ({ status, headers, text }: Received) => ({
          status,
          headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !way.adds.includes(name))),
          text: isFromPlatform(twin) ? '' : text.replace(SIGNATURE, '$1'),
        });
        expect(comparable(reply), call).toEqual(comparable(twin.reply));
      }
    });
  });
}

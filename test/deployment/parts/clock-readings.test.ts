/** The clock of a deployment by all that shows it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClockReadings, type ClockSource } from '../../../contracts/deployment/time/clock-readings.ts';

const START = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const floor = (ms: number) => Math.floor(ms / 1000) * 1000;
const second = (ms: number) => ({ from: floor(ms), to: floor(ms) + 1000 });

/**
 * A deployment whose tokens live for an hour. What writes its `Date` may not follow, and may be ahead or behind; so may be
 * what writes when records were created.
 */
class Deployment {
  readonly readings = new ClockReadings();
  real = 0;
  moved = 0;
  #tokens = 0;

  readonly date: 'true' | 'proxy' | 'none' | 'frozen';
  readonly issued: boolean;
  readonly skew: number;
  /** How far the clock of records is from that of tokens. */
  readonly records: number | undefined;

  constructor(date: 'true' | 'proxy' | 'none' | 'frozen', issued: boolean, skew: number, records?: number) {
    this.date = date;
    this.issued = issued;
    this.skew = skew;
    this.records = records;
  }

  get clock() {
    return START + this.real + this.moved;
  }

  get #date() {
    return { true: this.clock, proxy: START + this.real, frozen: START, none: undefined }[this.date];
  }

  answer() {
    if (this.#date !== undefined) this.readings.read('date', second(this.#date), this.real);
  }

  token() {
    this.answer();
    const iat = this.clock + this.skew;
    const issued = this.issued ? second(iat) : undefined;
    const token = { value: `t${this.#tokens++}`, issued, until: iat + HOUR };
    this.readings.issued(token, this.#date === undefined ? undefined : floor(this.#date), this.real);
  }

  record() {
    this.answer();
    if (this.records !== undefined) this.readings.created(second(this.clock + this.records), this.real);
  }

  advance(by: number) {
    this.moved += by;
    this.readings.moved(by);
    this.answer();
    if (!this.readings.isSure) this.token();
    if (!this.readings.isSure && this.readings.shows('record')) this.record();
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ kind: fc.constant('token' as const), ms: fc.constant(0) }),
    fc.record({ kind: fc.constant('answer' as const), ms: fc.constant(0) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 60_000, max: 30 * HOUR }) }),
  ),
  { maxLength: 20 },
);

function play(deployment: Deployment, taken: readonly { kind: string; ms: number }[]) {
  deployment.token();
  deployment.record();
  for (const { kind, ms } of taken) {
    if (kind === 'wait') deployment.real += ms;
    else if (kind === 'token') deployment.token();
    else if (kind === 'answer') deployment.answer();
    else deployment.advance(ms);
  }
  // A verdict rests on what was read at its time.
  deployment.advance(HOUR);
  return deployment;
}

describe('What a clock certainly shows', () => {
  test('holds the true time, whoever writes the Date header and however far clocks differ', () => {
    const date = fc.constantFrom('true' as const, 'proxy' as const, 'none' as const, 'frozen' as const);
    const skew = fc.integer({ min: -30_000, max: 30_000 });
    const created = fc.option(fc.integer({ min: -3 * HOUR, max: 3 * HOUR }), { nil: undefined });
    fc.assert(
      fc.property(date, skew, created, steps, (written, apart, records, taken) => {
        const { readings, clock, real } = play(new Deployment(written, true, apart, records), taken);
        const range = readings.range(real, false);
        // By the clock of tokens at least, which is compared in whole seconds, and by that of the API where it shows.
        const shown = [{ one: clock + apart, rounding: 2_000 }];
        if (written === 'true') shown.push({ one: clock, rounding: 0 });
        for (const { one, rounding } of shown) {
          expect(range?.from).toBeLessThanOrEqual(one + rounding);
          expect(range?.to).toBeGreaterThanOrEqual(one - rounding);
        }
      }),
    );
  });

  test('is nothing where a Date header does not follow, and tokens do not say when they were issued', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const { readings, real } = play(new Deployment('proxy', false, 0), taken);
        expect(readings.range(real, false)).toBeUndefined();
        expect(readings.now(real, false)).toBeUndefined();
        expect(readings.doubts().join()).toContain('a proxy or a cache may write it');
      }),
    );
  });

  test('is read from the created time of records where nothing else follows, by a clock that is minutes off at most', () => {
    const date = fc.constantFrom('proxy' as const, 'frozen' as const);
    fc.assert(
      fc.property(date, fc.integer({ min: -250_000, max: 250_000 }), steps, (written, apart, taken) => {
        const { readings, clock, real } = play(new Deployment(written, false, 0, apart), taken);
        const range = readings.range(real, false);
        expect(range?.from).toBeLessThanOrEqual(clock);
        expect(range?.to).toBeGreaterThanOrEqual(clock);
        expect(readings.spread).toBeGreaterThanOrEqual(Math.abs(apart));
      }),
    );
  });

  test.each([7_200_000, -5_400_000])(
    'is not read from a created time that nothing else is near, as where it is of another zone: %i ms off',
    (apart) => {
      const { readings, real } = play(new Deployment('proxy', false, 0, apart), []);
      expect(readings.range(real, false)).toBeUndefined();
      expect(readings.now(real, false)).toBeUndefined();
    },
  );

  test('is said to differ where it does', () => {
    const { readings } = play(new Deployment('true', true, 10_000), []);
    expect(readings.doubts()).toEqual([expect.stringContaining('up to 10 s from the Date header')]);
    expect(readings.spread).toBe(10_000);
    expect(play(new Deployment('true', true, 0), []).readings.doubts()).toEqual([]);
  });
});

test('A control that nothing confirms counts for nothing against a Date header that stays', () => {
  const deployment = new Deployment('frozen', false, 0);
  const { readings } = deployment;
  const read = (source: ClockSource, ms: number) => readings.read(source, second(START + ms), 0);
  read('date', 0);
  read('control', 0);
  readings.moved(HOUR);
  read('control', HOUR);
  read('date', 0);
  expect(readings.response).toBe('contradictory');
  expect(readings.range(0, false)).toBeUndefined();
});

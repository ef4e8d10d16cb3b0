import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLens, defaultProfile } from '../../../contracts/profile/index.ts';
import { createKeptTexts } from '../../../simulator/http/kept-texts.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

interface Place {
  [fact: string]: unknown;
}

/** Counts how often a record is written. */
function countingWriter(facts: readonly string[]) {
  const writer = {
    facts,
    written: 0,
    write(record: Place) {
      writer.written++;
      return compileLens(defaultProfile.openings as never)
        .record('location')
        .write(record as never);
    },
  };
  return writer;
}
const facts = ['deviceId', 'latitude', 'speed', 'attributes'];

describe('the text of a record', () => {
  test('is written once for as long as its facts stay the same', () => {
    const writer = countingWriter(facts);
    const textOf = createKeptTexts(writer);
    const first = textOf(1, { deviceId: 1, latitude: 48.1, speed: null });
    expect(textOf(1, { deviceId: 1, latitude: 48.1, speed: null })).toBe(first);
    expect(writer.written).toBe(1);
    expect(JSON.parse(textOf(1, { deviceId: 1, latitude: 48.2, speed: null }))).toMatchObject({
      latitude: 48.2,
    });
    expect(writer.written).toBe(2);
  });

  test('is never one of another moment, whatever was asked for before', () => {
    const value = fc.oneof(fc.constantFrom(0, -0, 1, null, undefined), fc.double(), fc.integer());
    const place = fc.record({
      latitude: value,
      speed: value,
      attributes: fc.constantFrom(null, {}, { a: 1 }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(1, 2, 1_010, 2_019), place)), (reads) => {
        const textOf = createKeptTexts(countingWriter(facts));
        const afresh = countingWriter(facts);
        for (const [id, facts] of reads) {
          const record = { deviceId: id, ...facts };
          expect(textOf(id, record)).toBe(JSON.stringify(afresh.write(record)));
        }
      }),
    );
  });

  test('follows what changes inside a value', () => {
    const textOf = createKeptTexts(countingWriter(facts));
    const attributes = { door: 'open' };
    expect(textOf(1, { deviceId: 1, attributes })).toContain('open');
    attributes.door = 'shut';
    expect(textOf(1, { deviceId: 1, attributes })).toContain('shut');
  });
});

describe('the last location', () => {
  const where = { deviceTime: 0, latitude: 48, longitude: 11 };
  const readBy = (simulator: ReturnType<typeof createSimulator>) => async (device: number) => {
    const answer = await clientOf(simulator).authorised('GET', `/api/devices/dev-${device}/lastLocation`);
    return answer.status === 200 ? answer.json.latitude : answer.status;
  };

  test('is that of the world that a snapshot brings back, also after a reset', async () => {
    const simulator = createSimulator();
    const read = readBy(simulator);
    expect(await read(1)).toBe(404);
    simulator.fleet.locations.record(1, where);
    const before = simulator.snapshot();
    expect(await read(1)).toBe(48);
    simulator.fleet.locations.record(1, { ...where, latitude: 50 });
    expect(await read(1)).toBe(50);
    simulator.restore(before);
    expect(await read(1)).toBe(48);
    simulator.fleet.locations.record(1, { ...where, latitude: 52 });
    expect(await read(1)).toBe(52);
    simulator.reset();
    expect(await read(1)).toBe(48);
  });

  test('is what a rule in the place of the own one shows, at every read', async () => {
    let reads = 0;
    const simulator = createSimulator({
      rules: { lastLocationShown: (location) => ({ ...location, latitude: ++reads }) },
    });
    simulator.fleet.locations.record(1, where);
    const read = readBy(simulator);
    expect([await read(1), await read(1), await read(1)]).toEqual([1, 2, 3]);
  });

  test('is that of its own device in a fleet larger than what is kept', async () => {
    const devices = 1_200;
    const simulator = createSimulator({ devices });
    const client = clientOf(simulator);
    const headers = { authorization: `Bearer ${await client.token()}` };
    const ids = Array.from({ length: devices }, (_, index) => index + 1);
    for (const id of ids) simulator.fleet.locations.record(id, { ...where, longitude: id / 100 });
    for (const id of [...ids, ...ids]) {
      const answer = await client('GET', `/api/devices/dev-${id}/lastLocation`, undefined, headers);
      expect(answer.json.longitude).toBe(id / 100);
    }
  });
});

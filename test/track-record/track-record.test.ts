/** docs/track-record.md says what the record does, and the record is true: some of its faults are judged again. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../contracts/kit/items.ts';
import { pick } from '../../contracts/kit/random.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { detect, mutantsThere } from '../detection/detection.ts';
import { SEED, WHOLE } from '../sample.ts';
import { faultsOf } from './faults.ts';
import { trackRecordPage } from './page.ts';
import { findersOf, nameOf, namesIn, note, others, readRecord, type Source, sources } from './record.ts';

const record = readRecord();
const page = fileURLToPath(new URL('../../docs/track-record.md', import.meta.url));

it('docs/track-record.md is made of the record: --update writes it', async () => {
  await expect(trackRecordPage(record)).toMatchFileSnapshot(page);
});

describe('the record', () => {
  it.each(sources)('of %s has each fault once, and rules that there are', (source) => {
    const names = namesIn(record[source]);
    expect(new Set(names).size).toBe(names.length);
    const known: readonly string[] = [...rules.map(({ id }) => id), ...others];
    for (const finders of Object.keys(record[source].found))
      expect(known).toEqual(expect.arrayContaining(finders.split(' ')));
  });

  it.each(['matrix', 'foreign'] as const)('of %s has no fault that is gone', (source) => {
    const there = new Set(faultsOf(source, record.seed).map(({ name }) => name));
    expect(namesIn(record[source]).filter((name) => !there.has(name))).toEqual([]);
  });

  it('tells faults by what found them', () => {
    expect(
      findersOf(['pass token/issued', 'fail limits/per-device/sms', 'fail limits/per-device/email']),
    ).toBe('limits/per-device');
    expect(findersOf(['suspect token/renewal', 'fail token/issued', 'fail auth/no-way-round/readUser'])).toBe(
      'auth/no-way-round token/issued',
    );
    expect(findersOf(['drift day.ends', 'suspect token/renewal'])).toBe('suspect');
    expect(findersOf(['drift day.ends'])).toBe('drift');
    expect(findersOf(['pass token/issued', 'inconclusive token/renewal'])).toBe('nothing');
  });

  it('takes a fault from where it was', () => {
    const measured = { of: 2, found: { 'token/issued': ['a'], nothing: ['b'] } };
    note(measured, 'a', 'nothing');
    expect(measured.found).toEqual({ nothing: ['a', 'b'] });
  });
});

/** A fault that one rule found, by the seed, and that rule. */
function drawn(source: Source): [name: string, rule: string] {
  const alone = Object.entries(record[source].found).flatMap(([finders, names]) =>
    rules.some(({ id }) => id === finders) ? names.map((name): [string, string] => [name, finders]) : [],
  );
  return itemAt(alone, pick(SEED, 0, 0, alone.length));
}

describe('judged again', () => {
  /** At each seed one of the sources. */
  const isDrawn = (place: number) => WHOLE || SEED % sources.length === place;

  it.runIf(isDrawn(1))('a simulator with one rule broken is found by its rule', async () => {
    const [name, rule] = drawn('matrix');
    const fault = faultsOf('matrix', record.seed).find((one) => one.name === name);
    expect(findersOf((await fault?.judge(record.seed)) ?? []), name).toBe(rule);
  });

  it.runIf(isDrawn(2))('a foreign deployment with one habit broken is, too', async () => {
    const [name, rule] = drawn('foreign');
    const fault = faultsOf('foreign', record.seed).find((one) => one.name === name);
    const found = findersOf((await fault?.judge(record.seed)) ?? []);
    expect(found.split(' '), name).toContain(rule);
  });

  it.runIf(isDrawn(0))('an automatic fault is, too', async () => {
    const [name, rule] = drawn('automatic');
    const again = (await mutantsThere()).filter((mutant) => nameOf(mutant) === name);
    for await (const finding of detect({ seed: record.seed, count: 1, again }))
      expect(findersOf(finding.why), name).toBe(rule);
  });
});

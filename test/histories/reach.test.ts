/** Every rule has a history that is about it, and is at stake in one on a simulator as it should be. */
import { beforeAll, describe, expect, it } from 'vitest';
import { histories } from '../../contracts/histories/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import type { Directed } from '../verify/directed/alone.ts';
import { playSimulator } from '../verify/directed/playing.ts';

const areas = ['limits', 'expiry', 'licences', 'devices', 'groups', 'users'];
const ids = rules
  .flatMap(expand)
  .map(({ id }) => id)
  .filter((id) => areas.includes(id.split('/', 1)[0] ?? ''));

/** Rules that no history reaches, and why. */
const outOfReach: { readonly [id: string]: string } = {};

/** A run makes no more, and is as short as this. */
const MOST_DEVICES = 14;
const MOST_REQUESTS = 1_200;
const MOST_MESSAGES = 250;

const own = histories.filter(({ about }) => about.some((id) => ids.includes(id)));

describe('a whole run on a simulator as it should be', () => {
  let run: Directed;
  beforeAll(async () => {
    run = await playSimulator({}, { histories: own, maxDevices: MOST_DEVICES });
  });

  it('finds nothing at fault', () => {
    const { fault, problem, rulings } = run;
    const failed = rulings.filter(({ verdict }) => !['pass', 'not-reached', 'not-offered'].includes(verdict));
    expect({ fault, problem, failed }).toEqual({ failed: [] });
  });

  it('takes few requests, devices and messages', () => {
    expect(run.requests).toBeLessThan(MOST_REQUESTS);
    expect(run.devices).toBeLessThanOrEqual(MOST_DEVICES);
    expect(run.messages).toBeLessThan(MOST_MESSAGES);
  });

  it.each(ids)('has %s at stake', (id) => {
    const { verdict, reason } = run.rulings.find((ruling) => ruling.id === id) ?? {};
    if (id in outOfReach) expect(verdict).toBe('not-reached');
    else expect({ verdict, reason }).toMatchObject({ verdict: 'pass' });
  });
});

it('every rule has a history that is about it', () => {
  const about = new Set(histories.flatMap((history) => history.about));
  expect(ids.filter((id) => !about.has(id) && !(id in outOfReach))).toEqual([]);
});

it('histories have names of their own', () => {
  const names = histories.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

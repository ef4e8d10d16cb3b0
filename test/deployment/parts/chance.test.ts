import { expect, test } from 'vitest';
import { Chance, seedOf } from '../../../contracts/deployment/session/chance.ts';

const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test('the same seed and key draw the same, whatever was drawn before', () => {
  const one = new Chance(7);
  const other = new Chance(7);
  other.pick('something else', values);
  expect(other.pick('key', values)).toBe(one.pick('key', values));
  expect(other.shuffled('key', values)).toEqual(one.shuffled('key', values));
});

test('every value is drawn by some seed, and every order keeps all values', () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => new Chance(seed));
  expect(new Set(seeds.map((chance) => chance.pick('key', values)))).toEqual(new Set(values));
  const orders = seeds.map((chance) => chance.shuffled('key', values));
  expect(orders.map((order) => [...order].sort())).toEqual(seeds.map(() => values));
  expect(new Set(orders.map(String)).size).toBeGreaterThan(90);
});

test('two keys of one seed draw apart from each other', () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => new Chance(seed));
  const alike = seeds.filter((chance) => chance.pick('one', values) === chance.pick('two', values));
  expect(alike.length).toBeLessThan(40);
});

test('two runs have two seeds', () => {
  expect(seedOf('abcdefgh')).not.toBe(seedOf('abcdefgi'));
});

import { expect, it } from 'vitest';
import { ShortTexts } from '../../contracts/kit/redact.ts';

it('remembers a thousand texts of two hundred characters, and none beyond', () => {
  const texts = new ShortTexts();
  texts.add('x'.repeat(201));
  expect(texts.has('x'.repeat(201))).toBe(false);
  for (let number = 0; number < 1_001; number++) texts.add(`${number}`.padStart(200, '0'));
  expect(texts.has('0'.padStart(200, '0'))).toBe(true);
  expect(texts.has('999'.padStart(200, '0'))).toBe(true);
  expect(texts.has('1000'.padStart(200, '0'))).toBe(false);
  texts.clear();
  expect(texts.has('999'.padStart(200, '0'))).toBe(false);
});

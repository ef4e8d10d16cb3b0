import { describe, expect, it } from 'vitest';
import { renderJson } from '../../contracts/report/json.ts';
import { empty, everyVerdict, hostileText, interrupted } from './runs.ts';

describe('the JSON report', () => {
  it('is the record as it is, hostile texts too', () => {
    for (const run of [everyVerdict, empty, interrupted]) expect(JSON.parse(renderJson(run))).toEqual(run);
    expect(renderJson(everyVerdict)).toContain(JSON.stringify(hostileText).slice(1, -1));
  });

  it('has the same bytes for the same run, however its objects were put together', () => {
    const turned = JSON.parse(JSON.stringify(everyVerdict), (_, value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(Object.keys(turned)).not.toEqual(Object.keys(everyVerdict));
    expect(renderJson(turned)).toBe(renderJson(everyVerdict));
  });

  it('begins with what it is', () => {
    expect(renderJson(empty)).toMatch(/^\{\n {2}"format": "roadtest-run",\n {2}"version": 1,\n/);
    expect(renderJson(empty)).toMatch(/\}\n$/);
  });

  it('keeps a header that is called like a prototype', () => {
    const [first] = everyVerdict.exchanges;
    const headers = JSON.parse('{"__proto__":"x","constructor":"y"}');
    const run = { ...empty, exchanges: first ? [{ ...first, request: { ...first.request, headers } }] : [] };
    expect(renderJson(run)).toContain('"__proto__": "x"');
  });
});

/** A sample of `npm run detection`, which fails where the suite no longer finds what it found. */
import { expect, it } from 'vitest';
import { turns } from '../sample.ts';
import { detect, type Finding, noticed } from './detection.ts';
import { listOf } from './table.ts';

/** Where nearly every fault can be noticed, and in a part of the trace. */
const sample = { seed: 1, count: 12, folder: 'simulator/fleet/rules/', traced: 300 };
const NOTICED = 2;

/** `npm run detection` judges far more. */
const inTurn = turns(3);

it.runIf(inTurn())('of some faults that a caller could notice the suite misses none', async () => {
  const findings: Finding[] = [];
  for await (const finding of detect(sample)) {
    findings.push(finding);
    if (findings.filter(({ fate }) => noticed.has(fate)).length >= NOTICED) break;
  }
  expect(listOf(findings, 'missed')).toBe('missed: 0');
  expect(findings.filter(({ fate }) => fate === 'caught').length).toBeGreaterThanOrEqual(NOTICED - 1);
});

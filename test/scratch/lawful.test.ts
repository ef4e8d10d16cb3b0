import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import type { Job } from '../matrix/jobs.ts';
import { carryOutAll } from '../matrix/pool.ts';
import { allDraws } from '../permutants/array.ts';
const profile = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'), 'profile.yaml');
test('x', async () => {
  const step = Number(process.env.STEP ?? 5), at = Number(process.env.AT ?? 0);
  const draws = allDraws().map((d, i) => [d, i] as const).filter(([, i]) => i % step === at);
  const by = process.env.BYX ? (['token'] as any) : undefined; const only = ['token/'];
  const jobs = [...draws.flatMap(([draw]) => [true, false].map((withProfile): Job => ({ ...(by && { by }), kind: 'permutant', draw, withProfile } as Job))), ...[true, false].map((withProfile): Job => ({ ...(by && { by }), kind: 'foreign', withProfile } as Job))];
  const results = await carryOutAll(jobs, profile);
  let n = 0; if (process.env.OUT) writeFileSync(process.env.OUT, JSON.stringify(results.map((r, k) => [draws[k >> 1]?.[1] ?? 'foreign', (r.job as any).withProfile, r.verdicts.pass ?? [], r.reasons])));
  for (const [k, r] of results.entries()) {
    const bad = [...(r.verdicts.fail ?? []), ...(r.verdicts.suspect ?? []), ...r.drift, ...r.leftOpen];
    n += r.verdicts.pass?.length ?? 0;
    if (bad.length) console.log(`BAD ${draws[k >> 1]?.[1]} profile ${(r.job as any).withProfile} fail ${r.verdicts.fail ?? ''} suspect ${r.verdicts.suspect ?? ''} drift ${r.drift} open ${r.leftOpen} ${bad.slice(0, 3).map((id) => r.reasons[id]).join(' | ').slice(0, 300)}`);
  }
  console.log(`of ${results.length}: passes ${n}; requests max ${Math.max(...results.map((r) => r.requests))}`);
}, 3000000);

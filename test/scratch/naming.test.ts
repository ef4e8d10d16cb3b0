import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import type { Job } from '../matrix/jobs.ts';
import { carryOutAll } from '../matrix/pool.ts';
import { mutants } from '../mutants/mutants.ts';
const areas = (process.env.AREAS ?? 'token').split(',');
const only = (process.env.ONLY ?? 'token/').split(',');
const by = process.env.BY ? (process.env.BY.split(',') as any) : undefined;
const profile = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'), 'profile.yaml');
test('x', async () => {
  const pick = process.env.M?.split(',').map(Number);
  const chosen = mutants.flatMap(({ breaks, thorough }, m) => (pick ? pick.includes(m) : !thorough && breaks.some((id) => areas.some((a) => id.startsWith(`${a}/`)))) ? [m] : []);
  const jobs = chosen.map((mutant): Job => ({ ...(by && { by }), kind: 'mutant', mutant, dialect: (process.env.DIALECT ?? 'plain') as 'plain', only: process.env.ALL ? undefined : process.env.OWN ? mutants[mutant]!.breaks : only } as Job));
  const results = await carryOutAll(jobs, profile);
  let caught = 0, first = 0, named = 0;
  const lines: string[] = [];
  for (const r of results) {
    if (r.job.kind !== 'mutant') continue;
    const m = mutants[r.job.mutant]!;
    const fail = r.verdicts.fail ?? [];
    const isNamed = fail.some((id) => m.breaks.includes(id));
    if (fail.length) caught++;
    if (isNamed) named++;
    const astray = fail.filter((id) => !m.breaks.includes(id) && !(m.also ?? []).some((a) => id.startsWith(a)));
    const ok = isNamed && astray.length === 0;
    if (ok) first++;
    lines.push(`${r.job.mutant} ${fail.length ? (isNamed ? (ok ? 'OK' : 'ASTRAY') : 'WRONG') : 'MISSED'} ${m.what} [${m.breaks}] also [${m.also}] | fail ${fail} | suspect ${r.verdicts.suspect ?? ''} | drift ${r.drift} | ${r.requests} ${Math.round(r.milliseconds)}ms`);
  }
  lines.push(`of ${results.length}: caught ${caught}, named ${named}, without others ${first}; requests max ${Math.max(...results.map((r) => r.requests))}`);
  if (process.env.OUT) writeFileSync(process.env.OUT, lines.join('\n'));
  console.log(lines.filter((l) => !/^\d+ OK/.test(l)).join('\n'));
}, 3000000);

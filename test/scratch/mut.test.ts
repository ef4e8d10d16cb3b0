import { readFileSync } from 'node:fs';
import { test, vi } from 'vitest';
import { explain } from '../../contracts/judge/judge.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { mutants } from '../mutants/mutants.ts';
import { carryOut, type Job } from '../matrix/jobs.ts';
vi.mock('../../contracts/directed/playing.ts', async (orig) => {
  const real = await orig() as any;
  return { ...real, playHistories: async (h: any, p: any) => { const out = await real.playHistories(h, p);
    for (const one of out) { const e = explain(one.facts, { known: {} } as any); if ((process.env.H && new RegExp(process.env.H).test(one.name)) || e?.givenUp?.[0]?.length) { console.log(`FAILED ${one.name} ${one.failed}/${one.played} counts ${one.counts} ${one.brokeOff}\n   ${(e?.givenUp ?? []).slice(0, 8).map((g: any) => JSON.stringify(g)).join('\n   ')}\n   ${one.facts.map((f: any) => JSON.stringify(f)).join('\n   ')}`); } else console.log('ok', one.name, one.failed, one.played); }
    return out; } };
});
const profile = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'), 'profile.yaml');
test('x', async () => {
  for (const mutant of (process.env.M ?? '392').split(',').map(Number)) {
    console.log('####', mutant, mutants[mutant]!.what);
    const r = await carryOut({ kind: 'mutant', mutant, dialect: (process.env.DIALECT ?? 'plain') as 'plain', only: process.env.OWN ? mutants[mutant]!.breaks : ['token/'] } as Job, profile);
    console.log(JSON.stringify({ ...r, reasons: undefined, verdicts: { ...r.verdicts, pass: r.verdicts.pass?.length } }), '\n', Object.entries(r.reasons).map(([k, v]) => `${k}: ${String(v).slice(0, 250)}`).join('\n'));
  }
}, 3000000);

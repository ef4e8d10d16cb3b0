import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { variants } from '../foreign/variants.ts';
import type { Job } from '../matrix/jobs.ts';
import { carryOutAll } from '../matrix/pool.ts';
const profile = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'), 'profile.yaml');
test('x', async () => {
  const jobs = variants.flatMap((v, variant): Job[] => v.breaks.some((id) => id.startsWith('token/')) ? [{ kind: 'foreign', variant, withProfile: true, only: ['token/'] } as Job] : []);
  for (const r of await carryOutAll(jobs, profile)) { const v = variants[(r.job as any).variant]!; const fail = r.verdicts.fail ?? [];
    console.log(fail.some((id) => v.breaks.includes(id as never)) ? 'OK' : 'MISSED', v.what, v.breaks, 'fail', fail, 'suspect', r.verdicts.suspect ?? '', r.drift); }
}, 3000000);

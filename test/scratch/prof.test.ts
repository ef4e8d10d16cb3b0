import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import { parseProfile } from '../../contracts/profile/index.ts';
import { carryOut } from '../matrix/jobs.ts';
import { allDraws } from '../permutants/array.ts';
const profile = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'), 'profile.yaml');
test('x', async () => {
  const s = new Session(); s.connect(); await s.post('Profiler.enable'); 
  for (let i = 0; i < 14; i++) { if (i === 2) await s.post('Profiler.start'); const t = performance.now(); const r = await carryOut({ by: ['token'], kind: 'permutant', draw: allDraws()[3 + 8 * i]!, withProfile: i % 2 === 0 } as any, profile); console.log(Math.round(performance.now() - t), r.requests); }
  const { profile: p } = await s.post('Profiler.stop'); writeFileSync('/tmp/prof/x.cpuprofile', JSON.stringify(p));
}, 600000);

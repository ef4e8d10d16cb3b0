import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { idsOf, runAgainst } from '../suite/support.ts';
import { disguised, profileWith, templates, readsLicence } from '../suite/cases-domain/disguise.ts';
test('x', async () => {
  const out: any = {};
  const all = { ...templates, readLimits: readsLicence };
  for (const [label, licences] of [['few', 24], ['many', 100]] as const)
  for (const away of [undefined, ...Object.keys(all)]) {
    const controls = Object.fromEntries(Object.entries(all).filter(([n]) => n !== away));
    const run = await runAgainst({ licences, devices: 4 }, { only: ['limits/', 'licences/', 'expiry/'], wrap: disguised, profile: profileWith(controls as never), seed: 5 });
    const pass = idsOf(run, 'pass');
    out[`${label} ${away ?? 'none'}`] = pass;
    console.log(label, away ?? 'none', pass.length, 'fail', idsOf(run, 'fail'), 'suspect', run.outcomes.filter((o) => o.verdict === 'suspect').map((o) => o.id), run.exchanges.length);
  }
  writeFileSync(process.env.OUT!, JSON.stringify(out));
}, 3000000);

import { test } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { idsOf, runAgainst } from '../suite/support.ts';
test('x', async () => {
  for (const profile of [undefined, null] as const) {
    const simulator = createSimulator();
    const run = await runAgainst(simulator.fetch, { ...(profile === null ? { profile: null } : { profile: simulator.profile }), seed: 5 });
    const ex = run.exchanges;
    const moves = ex.filter((e) => /clock/.test(e.request.url) && e.request.method === 'POST').length;
    const devices = ex.filter((e) => e.request.method === 'POST' && /_control\/devices$/.test(e.request.url)).length;
    console.log(profile === null ? 'none' : 'full', 'requests', ex.length, 'messages', run.messages, 'moves', moves, 'devices', devices, run.leftBehind.length, 'pass', idsOf(run, 'pass').length, 'fail', idsOf(run, 'fail'), 'inc', run.outcomes.filter((o) => o.verdict !== 'pass').map((o) => `${o.id}: ${o.verdict} ${o.reason}`).slice(0, profile === null ? 0 : 20), run.warnings);
    console.log(run.observations.filter((o) => o.drift || o.observed === 'nothing').map((o) => JSON.stringify(o).slice(0, 200)));
    const by = new Map<string, number>();
    for (const e of ex) by.set(e.purpose, (by.get(e.purpose) ?? 0) + 1);
    if (profile !== null) console.log([...by].sort((a, b) => b[1] - a[1]).slice(0, 45).map(([p, n]) => `${p} ${n}`).join('\n'));
    simulator.stop();
  }
}, 600000);

/**
 * Two agents on two machines: no lock file is between them. A group with its mark keeps the other off, and what one of
 * them leaves behind is put back by nothing but its own journal. Needs a build.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { turns } from '../sample.ts';
import { launch, launchHere, type Service, serve } from './roadtest.ts';
import { folder } from './verifying.ts';

const inTurn = turns(4);

let service: Service;
beforeEach(async () => {
  service = await serve(['--frozen', '--devices', '4'], { cwd: folder });
});
afterEach(() => service.stop());

/** Its journals and locks are its own. */
function agent() {
  const state = mkdtempSync(join(folder, 'agent-'));
  const around = { env: { XDG_STATE_HOME: state }, cwd: folder };
  const run = (...words: string[]) => launchHere(words, around);
  /** As a process, which can be stopped and killed. */
  const runApart = (...words: string[]) => launch(words, around);
  const journal = () => {
    const journals = join(state, 'roadtest/journals');
    const [name = ''] = readdirSync(journals).filter((one) => one.endsWith('.jsonl'));
    return join(journals, name);
  };
  return { run, runApart, journal };
}

const words = () => [
  'verify',
  service.baseUrl,
  '--in-place',
  '--only',
  'licences/device-uses-one,limits/next-day',
];

interface Account {
  licences: { total: number; used: number };
}
const licences = async () => (await service.control<Account>('GET', '/account')).body.licences;

/** The group that says whose turn it is, once there is one. */
async function turn(): Promise<string> {
  let name = '';
  await expect
    .poll(async () => {
      const { groups } = (await service.control<{ groups: { name: string }[] }>('GET', '/names')).body;
      name = groups.map((group) => group.name).find((one) => one.includes('holds until')) ?? '';
      return name;
    })
    .not.toBe('');
  return name;
}

describe('Two runs at the same time', () => {
  it.runIf(inTurn())(
    'change what all share one after the other, and the licences end as they were',
    async () => {
      const before = await licences();
      const runs = [agent().run(...words()), agent().run(...words())];
      const ended = await Promise.all(runs.map((run) => run.ended));
      expect(ended.map(({ code, err }) => [code, err.match(/left as it is/)])).toEqual([
        [0, null],
        [0, null],
      ]);
      expect(await licences()).toEqual(before);
      const { groups } = (await service.control<{ groups: { name: string }[] }>('GET', '/names')).body;
      expect(groups.filter(({ name }) => name.startsWith('roadtest'))).toEqual([]);
    },
  );

  it.runIf(inTurn())(
    'one that finds the other at work says so, waits no longer than its patience, and touches nothing',
    async () => {
      const one = agent();
      const first = one.runApart(...words());
      const name = await turn();
      first.child.kill('SIGSTOP');
      const { devices } = (await service.control<{ devices: object[] }>('GET', '/devices')).body;
      const second = await agent().run(...words(), '--patience', '1').ended;
      const [nonce] = /[a-z0-9]{8}(?=-\d)/.exec(name) ?? [''];
      expect(second.code).toBe(2);
      expect(second.err).toContain(`Another run, ${nonce}, changes what all share`);
      expect(second.err).toContain('TARGET_LOCKED');
      expect((await service.control<{ devices: object[] }>('GET', '/devices')).body.devices).toHaveLength(
        devices.length,
      );
      const reading = await agent().run('verify', service.baseUrl, '--in-place', '--only', 'users/created')
        .ended;
      expect(reading.code).toBe(0);
      first.child.kill('SIGCONT');
      expect((await first.ended).code).toBe(0);
    },
  );
});

describe('One that was killed', () => {
  async function killed() {
    const one = agent();
    const before = await licences();
    const run = one.runApart(...words());
    await turn();
    await expect.poll(async () => (await licences()).total, { interval: 5 }).not.toBe(before.total);
    run.child.kill('SIGKILL');
    await run.ended;
    return { before, one };
  }

  it.runIf(inTurn())(
    'keeps others off until its own time ends; what it left is said, and its sweep puts it back',
    async () => {
      const { before, one } = await killed();
      const kept = await agent().run(...words(), '--patience', '1').ended;
      expect([kept.code, kept.err]).toEqual([
        2,
        expect.stringContaining('roadtest sweep with its journal ends it'),
      ]);
      await service.control('POST', '/clock/advance', { by: 'P2D' });
      const other = await agent().run(...words()).ended;
      expect(other.code).toBe(0);
      expect(other.out).toContain('ended without putting back what it changed');
      expect((await licences()).total).not.toBe(before.total);
      expect((await one.run('sweep', one.journal()).ended).code).toBe(0);
      expect(await licences()).toEqual(before);
    },
  );

  it.runIf(inTurn())('is ended by its sweep, and no other run is kept off any more', async () => {
    const { before, one } = await killed();
    const swept = await one.run('sweep', one.journal()).ended;
    expect([swept.code, swept.out]).toEqual([0, expect.stringMatching(/removed {3}group/)]);
    expect(await licences()).toEqual(before);
    expect((await agent().run(...words(), '--patience', '1').ended).code).toBe(0);
    expect(await licences()).toEqual(before);
  });
});

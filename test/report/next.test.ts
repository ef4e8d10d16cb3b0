/** Each piece of advice, applied, unlocks what it promises; none is about what is there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { type Profile, parseProfile } from '../../contracts/profile/index.ts';
import { nextSteps } from '../../contracts/report/next.ts';
import { lockedOf } from '../../contracts/report/unlock.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { start } from '../foreign/server.ts';
import { oneIn, SEED, turns, WHOLE } from '../sample.ts';
import { idsOf, runAgainst } from '../verify/support.ts';

const inTurn = turns(5);

const text = readFileSync(fileURLToPath(new URL('../foreign/profile.yaml', import.meta.url)), 'utf8');
const whole = parseProfile(text);
const { controls: _, ...uncontrolled } = whole;

async function judged(profile: Profile, only: readonly string[] = []): Promise<Run> {
  const depot = await start();
  const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
  const run = await verify({ baseUrl: depot.url, credentials, profile, only, seed: SEED }, nodeHost());
  await depot.close();
  return run;
}

describe('advice after a run', () => {
  it.runIf(inTurn())(
    'about controls unlocks as many checks as it says, and names those that do',
    async () => {
      const before = await judged(uncontrolled);
      const step = nextSteps(before).find(({ lines }) => lines[0] === 'controls:');
      const names = step?.lines.slice(1).map((line) => line.trim().split(':')[0] ?? '') ?? [];
      const given = Object.entries(whole.controls ?? {}).filter(([name]) => names.includes(name));
      const after = await judged({ ...uncontrolled, controls: Object.fromEntries(given) });
      const gained = idsOf(after, 'pass').length - idsOf(before, 'pass').length;
      expect(gained).toBeGreaterThanOrEqual(step?.checks ?? 1_000);
      // It is ready to paste.
      const controls = parseProfile(
        `roadtest: 1\nname: x\nopenings: {}\n${step?.lines.join('\n')}\n`,
      ).controls;
      expect(Object.keys(controls ?? {})).toEqual(names);
    },
  );

  it.runIf(inTurn()).each(oneIn(3, ['patch.format', 'records.country', 'records.user'] as const))(
    'about the opening %s does too',
    async (id) => {
      const { [id]: answer, ...openings } = uncontrolled.openings;
      // These are openings of records.
      const only = WHOLE ? [] : ['groups/', 'users/'];
      const before = await judged({ ...uncontrolled, openings }, only);
      const locked = lockedOf(before).filter(({ unlock }) => unlock.length === 1 && unlock[0] === id);
      const promised = locked.flatMap(({ outcomes }) => outcomes.map((outcome) => outcome.id));
      expect(promised.length).toBeGreaterThan(0);
      const pinned = { ...uncontrolled, openings: { ...openings, [id]: answer } };
      const after = idsOf(await judged(pinned, only), 'pass');
      const open = promised.filter((one) => !after.includes(one));
      expect(open.length / promised.length).toBeLessThan(0.5);
    },
  );

  // It waits for that.
  it.runIf(WHOLE)('names the wait that is long enough', async () => {
    const profile: Profile = { roadtest: 1, name: 'short', openings: { 'token.lifetime': 'PT10S' } };
    const only = ['auth/expired-refused/listDevices'];
    const closed = (fetch: (request: Request) => Promise<Response>) => (request: Request) =>
      request.url.includes('/_control') ? Promise.resolve(new Response('', { status: 404 })) : fetch(request);
    const at = (patienceMs: number) =>
      runAgainst({ profile, frozen: false }, { profile, only, wrap: closed, patienceMs });
    const [step] = nextSteps(await at(0));
    const [, seconds] = /^--patience (\d+)$/.exec(step?.lines[0] ?? '') ?? [];
    expect(step?.checks).toBe(1);
    const after = await at(Number(seconds) * 1_000);
    expect(idsOf(after, 'pass')).toEqual(only);
  });

  it.runIf(inTurn())('is never to say what is said', async () => {
    const run = await judged(whole);
    const said = ['token.lifetime', 'patch.format', 'alerts.purpose', 'locations.purpose'];
    expect(
      lockedOf(run)
        .flatMap(({ unlock }) => unlock)
        .filter((one) => said.includes(one)),
    ).toEqual([]);
    expect(nextSteps(run)).toEqual([]);
  });
});

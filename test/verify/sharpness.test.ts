/** How much a run would have noticed: much on a deployment that does its work, next to nothing on one that does none. */
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../contracts/report/html.ts';
import { renderJunit } from '../../contracts/report/junit.ts';
import { renderText } from '../../contracts/report/text.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { ADDRESS, demo } from '../explore/exploring.ts';
import { quickHost } from '../quick-host.ts';

async function runOn(around: Around, only?: readonly string[]): Promise<Run> {
  const simulator = deviantSimulator({ around }, { devices: 3 });
  try {
    const host = quickHost(simulator.fetch, 'sharpness', toDirect(simulator.handle));
    const options = { baseUrl: ADDRESS, credentials: demo, profile: simulator.profile, seed: 1 };
    return await verify({ ...options, ...(only && { only }) }, host);
  } finally {
    simulator.stop();
  }
}

const empty = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
/** Tokens are real, and everything is answered with an object without fields. */
const emptiness: Around = (handle) => async (call) =>
  call.target.includes('Auth/Token') ? handle(call) : empty;

describe('the sharpness of a run', () => {
  it('is high where a deployment does its work, by operation and by rule', async () => {
    const run = await runOn((handle) => handle, ['groups/']);
    const { sharpness } = run;
    expect(sharpness?.percent).toBeGreaterThan(80);
    // A user is still there after a group that it is in is removed.
    expect(Object.keys(sharpness?.operations ?? {})).toEqual([
      'listGroups',
      'listUsers',
      'readGroup',
      'readUser',
    ]);
    expect(sharpness?.rules['groups/created-can-be-read']).toBeGreaterThan(0);
    expect(sharpness?.unstaked).toEqual([]);
    expect(renderText(run)).toMatch(
      /\nSharpness {2}\d\d % of the answers were checked by some rule; of 4 operations and controls \d/,
    );
    expect(renderJunit(run)).toMatch(/<property name="sharpness" value="\d\d/);
    expect(renderHtml(run)).toMatch(
      /<h2 id="sharpness-title">Sharpness<\/h2>[\s\S]*<code>listGroups<\/code>/,
    );
  });

  it('is next to nothing where everything is answered with emptiness, and says what would put rules at stake', async () => {
    const { sharpness, outcomes } = await runOn(emptiness);
    // In whatever form a list comes, there is no country in an object without fields.
    const failed = outcomes.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    // By the profile, a list that is answered as a success where 401 is due was served without a token.
    const lists = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'];
    expect(failed).toEqual([
      ...lists.map((operation) => `auth/header-required/${operation}`),
      'users/countries-listed',
      'users/time-zones-listed',
    ]);
    expect(sharpness?.percent).toBeLessThan(10);
    expect(sharpness?.operations['controls.send']).toEqual({ answers: 0, noticed: 0 });
    const unstaked = new Map(sharpness?.unstaked.map(({ id, unlock }) => [id, unlock]));
    expect(unstaked.get('limits/stops-at-limit/email')).toContain('controls.send');
    expect(unstaked.has('groups/replaced')).toBe(true);
  });
});

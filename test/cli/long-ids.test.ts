/** Ids beyond 2^53 through the commands: what is written, changed and removed is exactly what was answered. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../cli/commands/explore.ts';
import { play } from '../../cli/commands/play.ts';
import { run } from '../../cli/run.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import type { Handle } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/index.ts';
import { cli, type DeployedOptions, type Deployment, demo, deployed, folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { turns } from '../sample.ts';
import { longId, withLongIds } from './long-ids.ts';

const inTurn = turns(4);

const long = (options: DeployedOptions = {}): Promise<Deployment> =>
  deployed({ devices: 5, ...options, around: withLongIds });

/** Groups, users, and the settings of devices. */
function worldOf({ fleet }: Simulator): unknown {
  return {
    groups: fleet.groups.ids().map((id) => ({ ...fleet.groups.get(id), modifiedAt: 0 })),
    users: fleet.users.ids().map((id) => ({ ...fleet.users.get(id), modifiedAt: 0 })),
    limits: [1, 2, 3, 4].map((device) => fleet.limits.get(device)),
  };
}

async function other(words: readonly string[]) {
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder, ...demo } });
  const code = await run({ explore: async () => explore, play: async () => play }, words, io);
  return { code, ...io.written() };
}

const records = 'groups/,users/created,devices/,limits/stops-at-limit/sms';

describe('On a deployment whose ids are numbers beyond 2^53', () => {
  it.runIf(inTurn())(
    'every rule about records passes, what the run did not make is as before, and a profile names ids by their digits',
    async () => {
      const { url, simulator } = await long();
      const before = worldOf(simulator);
      const openings = { ...simulator.profile.openings, 'records.id': { form: 'number' } };
      const known = { device: [3, 5, 1, 2].map((number) => longId(`dev-${number}`)) };
      writeFileSync(join(folder, 'long.json'), exactJsonText({ ...simulator.profile, openings, known }, 2));
      const words = ['verify', url, '--only', records, '--profile', 'long.json', '--json', '--seed', '1'];
      const { code, out, err } = await cli(words, { env: demo });
      expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
      const { outcomes } = JSON.parse(out);
      expect(outcomes.filter(({ verdict }: { verdict: string }) => verdict !== 'pass')).toEqual([]);
      expect(worldOf(simulator)).toEqual(before);
    },
  );

  it.runIf(inTurn())('a sweep removes what the run left by the digits that its journal holds', async () => {
    let isDown = true;
    const around = (handle: Handle): Handle => {
      const whole = withLongIds(handle);
      return (call) =>
        isDown && call.method === 'DELETE' ? { status: 503, headers: {}, body: '' } : whole(call);
    };
    const { url, simulator } = await deployed({ devices: 4, around });
    const before = worldOf(simulator);
    const journal = ['--journal', 'left.jsonl'];
    await cli(['verify', url, '--only', 'groups/created', ...journal], { env: demo });
    expect(worldOf(simulator)).not.toEqual(before);
    expect(readFileSync(join(folder, 'left.jsonl'), 'utf8')).toMatch(
      /"resource":"group","id":900719925\d{7}}/,
    );
    isDown = false;
    const { code, err } = await cli(['sweep', 'left.jsonl'], { env: demo });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(worldOf(simulator)).toEqual(before);
  });

  it.runIf(inTurn())('explore finds nothing', async () => {
    const { url, simulator } = await long();
    const before = worldOf(simulator);
    const { code, err } = await other(['explore', url, '--seed', '1', '--requests', '120', '--in-place']);
    expect(err).toMatch(/^The run may bring the deployment's time forward, .*\n$/);
    expect(code).toBe(0);
    expect(worldOf(simulator)).toEqual(before);
  });
});

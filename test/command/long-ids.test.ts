/** Ids beyond 2^53 through the commands: what is written, changed and removed is exactly what was answered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { line, put } from './line.ts';
import { longId, withLongIds } from './long-ids.ts';
import { type Deployment, demo, deployed, folder } from './verifying.ts';

/** Groups, users, and the settings of devices. */
function worldOf({ simulator: { fleet } }: Deployment): string {
  const groups = fleet.groups.list().map((group) => ({ ...group, modifiedAt: 0 }));
  const users = fleet.users.list().map((user) => ({ ...user, modifiedAt: 0 }));
  return JSON.stringify([groups, users, [1, 2, 3, 4].map((device) => fleet.limits.get(device))]);
}

it.each([
  // The profile says too little of groups and users for most of it.
  [
    'verify {url} --in-place --only groups/created-is-listed,groups/deleted,users/created-is-listed,limits/raise-takes-effect/sms --profile long.json --seed 1',
    3,
  ],
  ['explore {url} --in-place --only groups/,limits/ --requests 60 --seed 1', 0],
  ['learn {url} --write', 0],
])('%s ends with %i, and what it did not make is as before', async (text, exit) => {
  const deployment = await deployed({ devices: 5, around: withLongIds });
  const before = worldOf(deployment);
  const known = [3, 5, 1, 2].map((device) => longId(`dev-${device}`)).join(', ');
  put({
    'long.json': `{ roadtest: 1, name: long, openings: { records.id: { form: number } }, known: { device: [${known}] } }`,
  });
  const { code, out, err } = await line(text, { names: { url: deployment.url }, env: demo });
  expect(code, `${out}${err}`).toBe(exit);
  expect(worldOf(deployment)).toBe(before);
});

it('a sweep removes what a run left by the digits that its journal holds', async () => {
  let isKept = true;
  const deployment = await deployed({
    devices: 4,
    around: (handle) => {
      const whole = withLongIds(handle);
      const refused = { status: 403, headers: {}, body: '' };
      return (call) => (isKept && call.method === 'DELETE' ? refused : whole(call));
    },
  });
  const before = worldOf(deployment);
  const given = { names: { url: deployment.url }, env: demo };
  await line('verify {url} --in-place --only groups/created-is-listed', given);
  const [journal = ''] = readdirSync(join(folder, 'roadtest/journals')).map((name) =>
    join(folder, 'roadtest/journals', name),
  );
  expect(worldOf(deployment)).not.toBe(before);
  expect(readFileSync(journal, 'utf8')).toMatch(/"undo":\{"call":"deleteGroup"\},"id":900719925\d{7}}/);
  isKept = false;
  expect(await line('sweep {journal}', { ...given, names: { journal } })).toMatchObject({ code: 0, err: '' });
  expect(worldOf(deployment)).toBe(before);
});

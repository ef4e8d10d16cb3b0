/** A case from the field in one command: played, shown, listed, served to a client, and sent to a deployment. */
import { expect, it } from 'vitest';
import { play } from '../../cli/commands/play.ts';
import { scenarios } from '../../cli/commands/scenarios.ts';
import { run } from '../../cli/run.ts';
import { serve } from '../command/roadtest.ts';
import { folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';

async function roadtest(words: readonly string[]) {
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
  const code = await run({ play: async () => play, scenarios: async () => scenarios }, words, io);
  return { code, ...io.written() };
}

it('is played by its name, listed and shown', async () => {
  const played = await roadtest(['play', 'field/future-fix']);
  expect(played.code).toBe(0);
  expect(played.out).toContain('Expectations: ✔ 9 passed');
  expect((await roadtest(['scenarios', 'list'])).out).toMatch(
    /field\/future-fix +1 device +40m +A fix from the future: .*traccar\/traccar#3224/,
  );
  expect((await roadtest(['scenarios', 'show', 'field/future-fix'])).out).toContain('traccar/traccar#3224');
  const unknown = await roadtest(['play', 'field/future-fox']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('field/future-fix')]);
});

it('is served: a client that takes the newest report for the present place is wrong for years', async () => {
  const { control, api } = await serve(['--frozen', '--scenario', 'field/future-fix']);
  await control('POST', '/story/seek', { to: '2026-03-02T07:30:00Z' });
  const { body } = await api<{ deviceTime: string; receivedAt: string }>(
    'GET',
    '/devices/dev-1/lastLocation',
  );
  expect(body.deviceTime).toMatch(/^2031-/);
  expect(body.receivedAt).toMatch(/^2026-03-02T07:0/);
});

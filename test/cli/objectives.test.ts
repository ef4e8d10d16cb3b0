/** The objectives of a lesson, as `roadtest scenarios` prints them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { scenarios } from '../../cli/commands/scenarios.ts';
import { run } from '../../cli/run.ts';
import { testIo } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-objectives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lesson = `title: Told
clock: { start: 2026-05-04 08:00, for: 2h }
users: { Bob: { notify: [sms] } }
fleet: { van: { count: 2, start: depot } }
objectives:
  - { name: Have Bob told, sent: sms, to: Bob, device: van-1, within: 30m, points: 4 }
  - { name: Be refused, call: readDevice, device: van-2, status: 401, times: 2, from: 1h, within: 30m }
  - name: Set it
    anyOf: [{ event: limits-set, field: 'dailySms:5' }, { expect: { devices: 2, licence: used } }]
`;

it.each(['check', 'show'])('%s prints them, with what is to be done and until when', async (how) => {
  writeFileSync(join(folder, 'told.yaml'), lesson);
  const io = testIo({ cwd: folder });
  const code = await run({ scenarios: async () => scenarios }, ['scenarios', how, 'told.yaml'], io);
  expect({ code, err: io.written().err }).toEqual({ code: 0, err: '' });
  expect(io.written().out).toContain(`
Objectives
  until 2026-05-04 08:30  Have Bob told  4 points
    do      an SMS of van-1 to Bob is sent
  2026-05-04 09:00 to 2026-05-04 09:30  Be refused  1 point
    do      a call of readDevice of van-2 answered 401, 2 times
  until 2026-05-04 10:00  Set it  1 point
    do      limits-set with dailySms:5 or devices with licence used: 2
`);
});

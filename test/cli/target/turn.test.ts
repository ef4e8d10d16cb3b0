/** A story that changes limits, licences, access or time of a deployment, while others are at work there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { play } from '../../../cli/commands/play.ts';
import { run } from '../../../cli/run.ts';
import type { Simulator } from '../../../simulator/index.ts';
import { deployed, folder } from '../verifying.ts';
import { testIo } from '../world.ts';

const OTHER = 'roadtest othersrun-1 holds until 2027-01-01T00:00:00Z';

const storyFile = join(folder, 'shared.yaml');
writeFileSync(
  storyFile,
  `title: Shared
clock: { start: 2026-01-05 08:00, for: 17m }
fleet: { van: {} }
timeline:
  - { at: 10m, do: { alert: van, type: sos } }
  - { at: 16m, do: { createGroup: Night } }
`,
);
const limited = join(folder, 'limited.yaml');
writeFileSync(
  limited,
  `title: Limited
clock: { start: 2026-01-05 08:00, for: 20m }
fleet: { van: { limits: { dailySms: 3 } } }
timeline:
  - { at: 10m, do: { alert: van, type: sos } }
`,
);

async function played(file: string, ...words: string[]) {
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
  const code = await run({ play: async () => play }, ['play', file, '--speed', 'max', ...words], io);
  return { code, ...io.written() };
}

const namesIn = ({ fleet }: Simulator) => fleet.groups.list().map(({ name }) => name);

it('takes the turn that verify takes, prolongs it when it moves time, and gives it back, with --keep as well', async () => {
  for (const more of [[], ['--keep']]) {
    const seen = new Set<string>();
    const { url, simulator } = await deployed({
      devices: 3,
      groups: 0,
      onCall: () => {
        for (const name of namesIn(simulator)) seen.add(name);
      },
    });
    const { code } = await played(storyFile, '--target', url, ...more);
    expect(code).toBe(0);
    const turns = [...seen].filter((name) => /^roadtest [a-z0-9]+-\d+ holds until 2026-01-05T/.test(name));
    expect(turns.length).toBeGreaterThan(1);
    const left = namesIn(simulator).map((name) => name.split(' ')[0]);
    expect(left).toEqual(more.length === 0 ? [] : ['Fleet', 'Night']);
  }
});

it.each([
  ['moves the time', storyFile, []],
  ['sets limits', limited, ['--time', 'story']],
])(
  'waits no longer than its patience for another run, and then touches nothing, where it %s',
  async (_, file, more) => {
    const { url, simulator, control } = await deployed({ devices: 3, groups: 0 });
    simulator.fleet.groups.create({ name: OTHER });
    const { code, err } = await played(file, '--target', url, '--patience', '0', ...more);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Another run, othersrun, changes what all share.*TARGET_LOCKED/),
    ]);
    expect(namesIn(simulator)).toEqual([OTHER]);
    expect(control.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

it('needs no turn where it sends nothing but reports, alerts and groups of its own', async () => {
  const { url, simulator } = await deployed({ devices: 3, groups: 0 });
  simulator.fleet.groups.create({ name: OTHER });
  const { code, out } = await played(storyFile, '--target', url, '--time', 'story', '--patience', '0');
  expect([code, out]).toEqual([0, expect.stringContaining('no refusal that the story did not expect')]);
  expect(namesIn(simulator)).toEqual([OTHER]);
});

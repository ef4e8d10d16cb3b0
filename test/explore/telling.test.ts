/** A failure says which record and which field came otherwise than expected, and is short, or says why it is not. */
import { expect, it } from 'vitest';
import type { Step } from '../../contracts/play/steps.ts';
import { sequenceFaults } from '../faults/sequences.ts';
import { exploreSimulator } from './exploring.ts';

const of = { family: 'user', record: 1 } as const;
const device = 1;
const read: Step = { do: 'read', ...of };

/** The failure of a history on a service with a fault. */
async function failureOf(fault: string, first: Step[]) {
  const rules = sequenceFaults[fault]?.rules?.();
  const run = await exploreSimulator(
    { ...(rules && { rules }) },
    { seed: 1, first: [first], onlyFirst: true },
  );
  return run.failures[0];
}

it('names the field of a record that differs, and what it should be', async () => {
  const steps: Step[] = [
    { do: 'create', ...of },
    ...[read, read, read],
    { do: 'update', ...of, fact: 'name' },
    read,
  ];
  const failure = await failureOf('cached-after-three-reads', steps);
  expect(failure?.observed).toMatch(/^user \S+ with name "[^"]+" \(read user 1\)$/);
  expect(failure?.expected).toMatch(/^user \S+ with name "[^"]+"\. [A-Z]/);
  expect(failure?.ruledOut.length).toBeGreaterThan(0);
});

it('names the counter of a device that differs', async () => {
  const steps: Step[] = [
    { do: 'device', device },
    { do: 'limit', device, channel: 'email', to: 1 },
    ...[1, 2, 3, 4, 5].map((): Step => ({ do: 'send', device, channel: 'email', count: 1 })),
    { do: 'settings', device },
  ];
  const failure = await failureOf('withheld-counted', steps);
  expect(failure?.observed).toMatch(/^device \S+ with usageEmail \d \(read the settings of device 1\)$/);
  expect(failure?.expected).toMatch(/^device \S+ with usageEmail 1\. /);
});

it('names the field of a record in a list that differs', async () => {
  const group = { family: 'group', record: 1 } as const;
  const patches = [1, 2, 3, 4].map((): Step => ({ do: 'update', ...group, fact: 'name' }));
  const failure = await failureOf('fourth-patch', [
    { do: 'create', ...group },
    ...patches,
    { do: 'list', family: 'group' },
  ]);
  expect(failure?.observed).toMatch(/^group \S+ in the list with name "[^"]+" \(list the groups\)$/);
});

it('says why a history is longer than it need be', async () => {
  const rules = sequenceFaults['withheld-counted']?.rules?.();
  const bounds = { seed: 1, requests: 3_000 };
  const long = await exploreSimulator({ ...(rules && { rules }) }, { ...bounds, shrinkMs: 0 });
  expect(long.failures[0]?.unshrunk).toBe('the time for it was up');
  const again = sequenceFaults['withheld-counted']?.rules?.();
  const short = await exploreSimulator({ ...(again && { rules: again }) }, bounds);
  expect(short.failures[0]).not.toHaveProperty('unshrunk');
});

/** Vitest's `test` with a world of its own for each test. */
import { test as base, expect, type TestAPI } from 'vitest';
import { worldMatchers } from './matchers.ts';
import { TestWorld, type WorldOptions } from './world.ts';

expect.extend(worldMatchers);

/**
 * The fixtures that a test is given.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test, type WorldFixtures } from 'roadtest/vitest';
 *
 * const lists = async ({ world }: Pick<WorldFixtures, 'world'>) => {
 *   await expect(world).not.toHaveReceivedCall({ operation: 'listDevices' });
 * };
 * test('is called by nothing but the code under test', lists);
 */
export interface WorldFixtures {
  /** How the worlds begin, and where they are: `test.extend({ worldOptions: { devices: 3 } })`. */
  worldOptions: WorldOptions;
  /** A world that no other test has; it ends with the test. */
  world: TestWorld;
}

/**
 * `test` of Vitest with a `world`: a service of its own for each test, so that tests run at the same time. Only a test
 * that asks for it has one.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test } from 'roadtest/vitest';
 *
 * test('an SMS beyond the limit is withheld', async ({ world }) => {
 *   await world.control.limits.set('dev-1', { dailySms: 1 });
 *   await world.control.devices.send('dev-1', { channel: 'sms', count: 2 });
 *   await expect(world).toHaveSent({ channel: 'sms', count: 1 });
 * });
 */
export const test: TestAPI<WorldFixtures> = base.extend<WorldFixtures>({
  worldOptions: {},
  async world({ worldOptions }, use) {
    const world = await TestWorld.open(worldOptions);
    try {
      await use(world);
    } finally {
      await world.close();
    }
  },
});

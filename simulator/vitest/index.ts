/**
 * `roadtest/vitest`: a world for each test, and the contract suite as tests of your own suite.
 *
 * - `test.ts`      `test` with a `world`
 * - `world.ts`     that world: in this process, or on a server that tests share
 * - `matchers.ts`  what can be expected of it
 */
export { type ContractOptions, describeContract } from './contract/index.ts';
export {
  type CallSought,
  type HowMany,
  type MessageSought,
  type WorldMatchers,
  worldMatchers,
} from './matchers.ts';
export { test, type WorldFixtures } from './test.ts';
export { TestWorld, type WorldOptions } from './world.ts';

/**
 * What the contract suite is handed in Node: real time, chance, the network, commands. Like the
 * simulator's hosts it translates, nothing else; `cli/` and `contracts/vitest/` add what they know
 * (proxies, a person, a journal).
 *
 * - `node.ts`         time, chance and `fetch` of the platform, and a way to end a run
 * - `command.ts`      commands without a shell: a permission that `nodeHost` does not hold
 * - `environment.ts`  the user's credentials
 */
export { commandRunner } from './command.ts';
export { environmentCredentials } from './environment.ts';
export { nodeHost, runController, stayingFetch } from './node.ts';

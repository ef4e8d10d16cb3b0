/**
 * The fleet of the demo: a working day of delivery vans, made from a seed.
 *
 * - `town.ts`     a grid of streets and the way from one crossing to another
 * - `drive.ts`    how a van moves along a way and stands at its stops, and when it reports
 * - `day.ts`      `demoDay`: the rounds of every van and the alerts of the day
 * - `random.ts`   the seeded source of all that varies
 *
 * Everything is plain data in simulated time: who drives it through an API is not decided here.
 */
export { type DemoAlert, type DemoDay, demoDay } from './day.ts';
export type { Report } from './drive.ts';

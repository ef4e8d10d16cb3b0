/**
 * What the page knows: signals that the panels show, and plain arrays for what moves on the map.
 *
 * - `start.ts`         opens the streams, and keeps all of the below as the server has it
 * - `clock.ts`         the simulated time, smooth between what the server says
 * - `world.ts`         which world is shown, and who wants to know when another takes its place
 * - `connection.ts`    whether the page hears the server
 * - `devices.ts`       devices by id and by the fleet's number, usage against limits
 * - `positions.ts`     where vehicles are and were, by the fleet's number
 * - `choice.ts`        the chosen device, and whether the map follows it
 * - `events.ts`        events as they come, handed on in batches
 * - `feed.ts`          alerts and messages, each with what became of it
 * - `story.ts`         the story that is played, the library, chapters and captions
 * - `account.ts`       account and licences with their history
 * - `deadlines.ts`     what the clock will bring next
 * - `developer.ts`     journal of calls, faults, specification, verification
 * - `link.ts`          story, seed, moment and device in the address of the page
 * - `preferences.ts`   light or dark, large type
 * - `notices.ts`       what was done, and what was refused
 * - `actions.ts`       what people do to the world; refusals become notices
 */
export * from './account.ts';
export * from './actions.ts';
export * from './choice.ts';
export * from './clock.ts';
export * from './connection.ts';
export * from './deadlines.ts';
export * from './developer.ts';
export * from './devices.ts';
export * from './events.ts';
export * from './feed.ts';
export { writeLink } from './link.ts';
export * from './notices.ts';
export * from './positions.ts';
export * from './preferences.ts';
export { currentLink, startConsole } from './start.ts';
export * from './story.ts';
export * from './world.ts';

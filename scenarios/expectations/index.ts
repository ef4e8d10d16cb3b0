/**
 * The expectations of stories, one file for each subject and one row for each expectation, by the field that asks for it:
 * what a story may say, how it is put into words, and how the story's own service is looked at.
 *
 * - `device.ts`        what holds of each of some devices
 * - `account.ts`       devices, licences, groups and users: how many there are
 * - `events.ts`        messages, alerts and other events so far
 * - `reply.ts`         what the API answers
 * - `define.ts`        how an expectation is written
 * - `expectation.ts`   what is derived from all of them: types, schema, and what is done by kind
 * - `finding.ts`       what several of them share
 */
import { accountExpectations } from './account.ts';
import { device } from './device.ts';
import { eventExpectations } from './events.ts';
import { reply } from './reply.ts';

/** In the order in which an editor offers them. */
export const expectations = { device, ...accountExpectations, ...eventExpectations, reply };

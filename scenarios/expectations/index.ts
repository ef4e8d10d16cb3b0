/**
 * The expectations of stories, one file for each subject and one row for each expectation: what a story may say, how
 * it is put into words, how the story's own service is looked at, and how a deployment is.
 *
 * - `devices.ts`       devices, their state, licences
 * - `locations.ts`     where devices were last, and what they reported
 * - `events.ts`        messages, alerts and other events so far
 * - `records.ts`       groups and users
 * - `reply.ts`         what the API answers; the files beside it ask the simulator and a deployment
 * - `define.ts`        how an expectation is written
 * - `expectation.ts`   what is derived from all of them: types, schema, and what is done by kind
 * - `finding.ts`, `wanted.ts`, `on-target.ts`   what several of them share
 */
import { fleetExpectations, stateExpectations } from './devices.ts';
import { eventExpectations } from './events.ts';
import { locationExpectations } from './locations.ts';
import { recordExpectations } from './records.ts';
import { reply } from './reply.ts';

/** By the field that asks for each, in the order in which an editor offers them. */
export const subjects = {
  ...fleetExpectations,
  ...eventExpectations,
  ...recordExpectations,
  reply,
};

/** Expectations of devices, beside the field `device`, in the order in which they are judged. */
export const deviceExpectations = { ...stateExpectations, ...locationExpectations };

export type SubjectKind = keyof typeof subjects;
export type DeviceExpectationKind = keyof typeof deviceExpectations;
export type ExpectationKind = DeviceExpectationKind | SubjectKind;

/**
 * The file format of a story as JSON Schema, published for editors, and as TypeScript types.
 *
 * - `builders.ts`   what it is put together from
 * - `forms.ts`      texts and numbers that have a form
 * - `setting.ts`    clock, account, places, routes, groups, users, fleet
 * - `timeline.ts`   when something happens, and what then
 * - `lesson.ts`     what a trainee is told and is to do
 */
import type { Static } from '../../../contracts/kit/schema.ts';
import { describe, object, option, optional, text } from './builders.ts';
import { definitions } from './forms.ts';
import { lessonFields } from './lesson.ts';
import { account, cast, castDefinitions, clock, fleet, groups, places, routes, users } from './setting.ts';
import { expectAtEnd, timeline, timelineDefinitions } from './timeline.ts';

const story = object({
  $schema: option('Where an editor finds this schema.', text),
  title: describe('What it is called.', text),
  summary: option('One or two sentences for a list of stories.', text),
  ...lessonFields,
  clock,
  account: optional(account),
  places: optional(places),
  routes: optional(routes),
  groups: optional(groups),
  users: optional(users),
  fixture: option(
    'Who takes part: a fixture file beside this one, or what is in it. `fleet` then says how its devices move.',
    cast,
  ),
  fleet: optional(fleet),
  timeline: optional(timeline),
  expect: optional(expectAtEnd),
});

/** Without a fixture the story says who takes part, and when it begins. */
const unlessCast = {
  if: { required: ['fixture'] },
  else: { required: ['fleet'], properties: { clock: { required: ['start'] } } },
};

export const storySchema: { readonly [keyword: string]: unknown } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A story for roadtest',
  ...story,
  ...unlessCast,
  definitions: { ...castDefinitions, ...definitions, ...timelineDefinitions },
};

/** A story as it is written: what the data of a file is once it has the form of the schema. */
export type WrittenStory = Static<typeof story>;

/** The file format of a story as JSON Schema, published for editors, and as TypeScript types. */
import { refer, type Static } from '../../contracts/kit/schema.ts';
import { fixtureForm } from '../../simulator/fixture/schema.ts';
import { expectationList } from '../facts/expectations.ts';
import { describe, inFull, object, option, optional, plainText, text } from './builders.ts';
import { clock } from './clock.ts';
import { account, fleet } from './fleet.ts';
import { definitions } from './forms.ts';
import { lessonFields } from './lesson.ts';
import { groups, users } from './people.ts';
import { places, routes } from './places.ts';
import { timeline, timelineDefinitions } from './timeline.ts';

const story = object({
  $schema: option('Where an editor finds this schema.', plainText),
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
    inFull(refer('fixture', fixtureForm), plainText),
  ),
  fleet: optional(fleet),
  timeline: optional(timeline),
  expect: option('What must hold at the end.', expectationList),
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
  definitions: { fixture: fixtureForm, ...definitions, ...timelineDefinitions },
};

/** A story as it is written: what the data of a file is once it has the form of the schema. */
export type WrittenStory = Static<typeof story>;

/**
 * The file format of a story as JSON Schema, published for editors.
 *
 * - `parts.ts`     builders, and texts that have a form
 * - `cast.ts`      clock, account, places, routes, groups, users, fleet
 * - `actions.ts`   what can be done
 * - `timeline.ts`  when, on what condition, and what must hold
 */
import { action } from './actions.ts';
import { account, clock, fleet, groups, places, routes, users } from './cast.ts';
import { definitions, describe, object, type Schema, text } from './parts.ts';
import { condition, expectAtEnd, expectation, timeline } from './timeline.ts';

export const storySchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A story for roadtest',
  ...object(
    {
      $schema: describe('Where an editor finds this schema.', text),
      title: describe('What it is called.', text),
      summary: describe('One or two sentences for a list of stories.', text),
      clock,
      account,
      places,
      routes,
      groups,
      users,
      fleet,
      timeline,
      expect: expectAtEnd,
    },
    ['title', 'clock', 'fleet'],
  ),
  definitions: { ...definitions, action, condition, expectation },
};
export { MAX_DEVICES } from './cast.ts';

/** A whole profile file as JSON Schema (draft 7), for Ajv and for editors. */
import { controlFacts } from '../controls.ts';
import type { ControlName, Profile } from '../profile.ts';
import { type FactKind, recordFacts } from '../records.ts';
import { openingsSchema } from './openings.ts';
import {
  anything,
  definitions,
  describe,
  each,
  map,
  object,
  partial,
  ref,
  type Schema,
  tagged,
  text,
} from './parts.ts';

/** How a sample's fact is written, by its kind: a moment as text or as milliseconds since 1970. */
const sampleTypes: { [Kind in FactKind]?: string | string[] } = {
  text: 'string',
  texts: 'array',
  number: 'number',
  boolean: 'boolean',
  time: ['string', 'number'],
  date: 'string',
  speed: 'number',
  course: 'number',
  length: 'number',
  distance: 'number',
};

function sample(facts: { [fact: string]: FactKind }): Schema {
  const properties = Object.entries(facts).map(([fact, kind]) => {
    const type = sampleTypes[kind];
    return [fact, type === undefined ? anything : { type }];
  });
  return partial(Object.fromEntries(properties));
}

function control(name: ControlName): Schema {
  const { does, takes, tells } = controlFacts[name];
  const reads = describe('Where the facts of the answer stand.', partial(each(tells, ref('pointer'))));
  const given = takes.length > 0 ? ` It is given ${takes.map((fact) => `{${fact}}`).join(', ')}.` : '';
  return describe(
    `A way to ${does}.${given}`,
    tagged('by', {
      http: object(
        {
          method: ref('method'),
          url: describe('Relative to the base address, or absolute.', text),
          headers: map(ref('headerValue'), 'headerName'),
          body: anything,
          reads,
        },
        ['headers', 'body', 'reads'],
      ),
      command: object(
        {
          command: { type: 'array', minItems: 1, items: { type: 'string' } },
          timeout: ref('duration'),
          reads,
        },
        ['timeout', 'reads'],
      ),
      person: object(
        {
          instruction: text,
          asks: describe('Questions whose answers are the facts.', partial(each(tells, text))),
        },
        ['asks'],
      ),
      none: object({}),
    }),
  );
}

const knownIds: Schema = { type: 'array', items: { type: ['string', 'number'] } };

const fields: { [F in keyof Required<Profile>]: Schema } = {
  roadtest: describe('Version of the profile format.', { const: 1 }),
  name: text,
  description: { type: 'string' },
  basePath: describe('Path prefix of every operation.', ref('basePath')),
  openings: describe(
    'Answers to what the interface document leaves open. What is left out is as in the default profile.',
    openingsSchema,
  ),
  known: describe('Ids that exist on the deployment.', partial(each(['device', 'group', 'user'], knownIds))),
  samples: describe(
    'Facts for what the contract suite creates, under their canonical names; {nonce} is replaced.',
    partial({
      location: sample(recordFacts.location),
      alert: sample(recordFacts.alert),
      group: sample(recordFacts.group),
      user: sample(recordFacts.user),
    }),
  ),
  controls: describe(
    'How a tester brings about what the API does not offer.',
    partial(
      Object.fromEntries(Object.keys(controlFacts).map((name) => [name, control(name as ControlName)])),
    ),
  ),
};

/** `$schema` is how a JSON file tells an editor where its schema is. */
const optional = ['$schema', 'description', 'basePath', 'known', 'samples', 'controls'];

/** JSON Schema of a deployment profile. Published as `roadtest/profile.schema.json`. */
export const profileSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Roadtest deployment profile',
  ...object({ $schema: { type: 'string' }, ...fields }, optional),
  definitions,
};

/**
 * The file format of a profile as one definition: the JSON Schema (draft 7) for Ajv and for editors, and the type
 * that `profile.ts` gives its names.
 */
import type { Json } from '../kit/json.ts';
import {
  anything,
  constant,
  describe,
  each,
  formatOf,
  inParts,
  list,
  map,
  number,
  object,
  optional,
  orNull,
  someOf,
  string,
  tagged,
  text,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { mapTable, tableOf } from '../kit/tables.ts';
import { forms, ref } from '../specification/forms.ts';
import { type GivenOpenings, openingRows } from '../specification/openings/index.ts';
import { recordFacts } from '../specification/records/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { type ControlFacts, controlFacts } from './controls.ts';

/** The answer to each opening, with what is open and what the default is. */
const openings = typed<GivenOpenings>(
  inParts(
    tableOf(openingRows, ({ open, sections, defaultWords, schema }) => {
      const note = 'description' in schema ? ` ${schema.description}` : '';
      const question = `Open: ${open} (section ${sections.join(', ')}). Default: ${defaultWords}.${note}`;
      return describe(question, schema);
    }),
  ),
);

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

function sample(facts: { readonly [fact: string]: FactKind }) {
  const fields = mapTable(facts, (kind) => {
    const type = sampleTypes[kind];
    return optional(type === undefined ? anything : typed<Json>({ type }));
  });
  return typed<{ [fact: string]: Json }>(object(fields));
}

function control({ does, takes, tells }: ControlFacts) {
  const reads = optional(describe('Where the facts of the answer stand.', someOf(tells, ref('pointer'))));
  const given = takes.length > 0 ? ` It is given ${takes.map((fact) => `{${fact}}`).join(', ')}.` : '';
  return describe(
    `A way to ${does}.${given}`,
    tagged('by', {
      http: object({
        method: ref('method'),
        url: describe(
          'A path below the base address, or an absolute address. A value may be part of its path or query.',
          text,
        ),
        headers: optional(map(ref('headerValue'), forms.headerName)),
        body: optional(anything),
        reads,
      }),
      command: object({
        command: describe(
          'The program and its arguments, without a shell. A value is a whole argument, or follows --option=.',
          list(string(), { minItems: 1 }),
        ),
        timeout: optional(describe('Default PT1M, at most PT1H.', ref('duration'))),
        environment: optional(
          describe(
            'Environment variables that it gets beside PATH, HOME, LANG, TMPDIR and SystemRoot.',
            list(ref('environmentName'), { uniqueItems: true }),
          ),
        ),
        reads,
      }),
      person: object({
        instruction: text,
        asks: optional(describe('Questions whose answers are the facts.', someOf(tells, text))),
      }),
      none: object({}),
    }),
  );
}

const knownIds = list(typed<string | number>({ type: ['string', 'number'] }));

const knownLimit = optional(orNull(number({ minimum: 0 })));
const known = {
  ...each(['device', 'group', 'user'], optional(knownIds)),
  limits: optional(
    describe(
      'What each of these devices has; null: no limit. Needed where its limits cannot be read.',
      object({
        expires: optional(yesNo),
        expirationDate: optional(orNull(string({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }))),
        dailyEmail: knownLimit,
        dailySms: knownLimit,
      }),
    ),
  ),
  apiEnabled: optional(describe('Whether API access is on. Needed where no sign-in shows it.', yesNo)),
};

const fields = {
  roadtest: describe('Version of the profile format.', constant(1)),
  name: text,
  description: optional(string()),
  basePath: optional(describe('Path prefix of every operation.', ref('basePath'))),
  // What is given here is promised: the suite reports a deviation as drift.
  openings: describe(
    'Answers to what the interface document leaves open. What is left out is as in the default profile.',
    openings,
  ),
  known: optional(
    describe(
      'What is there already: ids, and settings that are put back where they cannot be read.',
      object(known),
    ),
  ),
  samples: optional(
    describe(
      'Facts for what the contract suite creates, under their canonical names; {nonce} is replaced.',
      object({
        location: optional(sample(recordFacts.location)),
        alert: optional(sample(recordFacts.alert)),
        group: optional(sample(recordFacts.group)),
        user: optional(sample(recordFacts.user)),
      }),
    ),
  ),
  controls: optional(
    describe(
      'How a tester brings about what the API does not offer.',
      object(mapTable(controlFacts, (facts) => optional(control(facts)))),
    ),
  ),
};

export const profileFormat = formatOf(object(fields));

/**
 * JSON Schema of a deployment profile. Published as `roadtest/profile.schema.json`.
 *
 * @example
 * import { profileSchema } from 'roadtest/profile';
 *
 * console.log(profileSchema.type); // object
 */
export const profileSchema: { readonly [keyword: string]: unknown } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Roadtest deployment profile',
  // `$schema` is how a JSON file tells an editor where its schema is.
  ...object({ $schema: optional(string()), ...fields }),
  definitions: forms,
};

/**
 * The file format of a profile as one definition: the JSON Schema (draft 7) for Ajv and for editors, and the type
 * that `profile.ts` gives its names.
 */

import type { Json } from '../kit/json.ts';
import {
  anything,
  constant,
  describe,
  discriminated,
  each,
  formatOf,
  id,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  orNull,
  partial,
  someOf,
  string,
  type TSchema,
  text,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { mapTable, namesOf, tableOf } from '../kit/tables.ts';
import { forms, ref } from '../specification/forms.ts';
import { type GivenOpenings, openingRows } from '../specification/openings/index.ts';
import { pathResources } from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { channelIds } from '../specification/records/values.ts';
import {
  type ControlFact,
  type ControlFactKind,
  type ControlFacts,
  controlFactKinds,
  controlFacts,
  spanUnits,
  type Translations,
  type Word,
} from './controls.ts';

/** The answer to each opening, with what is open and what the default is. */
const openings = typed<GivenOpenings>(
  partial(
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

/** A value as the deployment writes it. */
const word = typed<Word>({ type: ['string', 'number', 'boolean', 'null'] });

/** Says how the deployment writes a fact of a control, by the kind of the fact. */
const translations: { readonly [Kind in ControlFactKind]?: TSchema } = {
  switch: object(each(['true', 'false'], optional(word))),
  channel: object(each(channelIds, optional(word))),
  count: map(word, forms.countName),
  date: object({ null: optional(word) }),
  licence: object(each(['used', 'expired'], optional(word))),
  span: oneOf(...namesOf(spanUnits)),
};

/** The translations of a control's facts: canonical value → what the deployment writes, or the unit of a span. */
function translationsOf(facts: readonly ControlFact[]) {
  const fields: { [fact: string]: TSchema } = {};
  for (const fact of facts) {
    const schema = translations[controlFactKinds[fact]];
    if (schema) fields[fact] = optional(schema);
  }
  return typed<Translations>(object(fields));
}

function control({ does, takes, returns }: ControlFacts) {
  const values = optional(
    describe(
      'How the deployment writes values: for each fact its canonical values with what represents them, such as ' +
        '{"enabled": {"true": "on", "false": "off"}}; null for no limit and no date. For {by}: a number of what unit.',
      translationsOf([...takes, ...returns]),
    ),
  );
  const reads = optional(describe('Where the facts of the answer are.', someOf(returns, ref('pointer'))));
  const given = takes.length > 0 ? ` It is given ${takes.map((fact) => `{${fact}}`).join(', ')}.` : '';
  return describe(
    `A way to ${does}.${given}`,
    discriminated('by', {
      http: object({
        method: ref('method'),
        url: describe(
          'A path below the base address, or an absolute address. A value may be part of its path or query.',
          text,
        ),
        headers: optional(
          describe(
            'A secret is written as {$NAME}, here and in the body: the value of that environment variable.',
            map(ref('headerValue'), forms.headerName),
          ),
        ),
        body: optional(anything),
        values,
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
        values,
        reads,
      }),
      none: object({}),
    }),
  );
}

const knownLimit = optional(orNull(number({ minimum: 0 })));
const known = {
  ...each(pathResources, optional(list(id))),
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
};

const fields = {
  roadtest: describe('Version of the profile format.', constant(1)),
  name: text,
  description: optional(string()),
  basePath: optional(describe('Path prefix of every operation.', ref('basePath'))),
  // An answer that is given here is expected of the deployment: the suite reports a deviation as drift.
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
  controlsUrl: optional(
    describe(
      'Base address of HTTP controls whose url is a path: absolute, or a path below the base address.',
      text,
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
  // `$schema` is how a JSON file points an editor to its schema.
  ...object({ $schema: optional(string()), ...fields }),
  definitions: forms,
};

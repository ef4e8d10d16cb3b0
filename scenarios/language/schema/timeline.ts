/** When something happens, and what then. */

import { refer, type Static } from '../../../contracts/kit/schema.ts';
import { mapZoom, shownPanels } from '../../../simulator/control/schemas/stories.ts';
import { actionSchema } from '../../actions/action.ts';
import { conditionSchema } from '../../conditions/condition.ts';
import { expectationSchema } from '../../expectations/expectation.ts';
import { storyBounds } from '../bounds.ts';
import {
  type AnyOf,
  anyText,
  choice,
  describe,
  inFull,
  listOf,
  MANY,
  number,
  object,
  oneOf,
  oneOrMore,
  option,
  text,
  whole,
} from './builders.ts';
import { ref } from './forms.ts';

/** The parts of a timeline, by their names among the definitions of the schema. */
export const timelineDefinitions = {
  action: actionSchema,
  condition: conditionSchema,
  expectation: expectationSchema,
};

const expectations = oneOrMore(refer('expectation', expectationSchema), storyBounds.eachEntry);

const show = inFull(
  object({
    panel: option('The panel that is opened.', oneOf(...shownPanels)),
    device: option('The device that is chosen and followed; `it` in an entry with `when`.', ref('devices')),
    area: option('The place or area that the map shows.', text),
    zoom: option(
      'How near: 1 is the whole world, 13 a town, 16 a street.',
      number(mapZoom.least, mapZoom.most),
    ),
  }),
  describe('the whole fleet', oneOf('fleet')),
);

const common = {
  name: option('For people; default what it does.', text),
  chapter: option('Begins a chapter of this name.', text),
  caption: option('What is shown on the page.', anyText),
  show: option('What the live page brings into view: `fleet`, or { panel, device, area, zoom }.', show),
  speed: option('How fast the live page plays from here on; 1 is real time.', number(1, 3_600)),
  pause: option('Whether the live page stops here until it is played on; default off.', ref('switch')),
  do: option(
    'What is done, in order: one action or a list.',
    oneOrMore(refer('action', actionSchema), storyBounds.eachEntry),
  ),
  expect: option('What must hold: one expectation or a list.', expectations),
};
const from = option('Default: the start.', ref('time'));
const until = option('Default: the end.', ref('time'));
const onlyIf = option('Only where this holds then: one expectation or a list.', expectations);

const entry = choice(
  'an entry',
  {
    at: { summary: 'Once, at a time.', value: ref('time'), beside: { if: onlyIf } },
    every: {
      summary: 'Again and again, so far apart.',
      value: ref('duration'),
      beside: {
        from: option('The first time; default once it has passed since the start.', ref('time')),
        until,
        if: onlyIf,
      },
    },
    cron: {
      summary: "At the times of a cron expression, by the story's clocks.",
      value: text,
      beside: { from, until, if: onlyIf },
    },
    when: {
      summary: 'Each time that something becomes true of a device.',
      value: refer('condition', conditionSchema),
      beside: {
        from,
        until,
        limit: option('At most so often; default no bound.', whole(1, 1_000_000)),
        cooldown: option('For the same device not again so soon; default 0s.', ref('duration')),
        if: onlyIf,
      },
    },
  },
  common,
);

export const timeline = describe('What happens, and when.', listOf(entry, 0, { maxItems: MANY }));
export const expectAtEnd = describe('What must hold at the end.', expectations);

/** An entry of a file, whose fields may be missing where they have not the form of the schema. */
export type WrittenEntry = AnyOf<Static<typeof entry>>;
export type WrittenShow = Static<typeof show>;
export type WrittenExpectations = Static<typeof expectations>;

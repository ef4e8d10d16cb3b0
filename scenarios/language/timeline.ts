/** The timeline: when something happens, and what then. As it is written, and as it is read. */
import { refer, type Static, typed } from '../../contracts/kit/schema.ts';
import { entriesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { mapZoom, shownPanels } from '../../simulator/control/schemas/stories.ts';
import type { ActionRow } from '../actions/define.ts';
import { actionSchema, actions } from '../actions/index.ts';
import { readableFacts } from '../device-faults/index.ts';
import { conditionSchema } from '../facts/conditions.ts';
import { expectationList, expectationSchema, type Unlabelled } from '../facts/expectations.ts';
import { storyBounds } from './bounds.ts';
import {
  type At,
  choice,
  defined,
  describe,
  inFull,
  listOf,
  MANY,
  number,
  object,
  oneOf,
  oneOrMore,
  option,
  plainText,
  type ReadFields,
  readBy,
  readFields,
  reads,
  text,
  whole,
  within,
} from './builders.ts';
import { definitions, oneDevice, ref, site } from './forms.ts';
import type { Names } from './names.ts';
import type { Entry, Moment, Show } from './story.ts';
import type { CaptionValue, CaptionValues, Channel } from './terms.ts';
import { checkText, inBraces, type Placeholder } from './texts.ts';
import { type Before, timeIn } from './times.ts';
import { durationInWords } from './words.ts';

/** The parts of a timeline, by their names among the definitions of the schema. */
export const timelineDefinitions = {
  action: actionSchema,
  condition: conditionSchema,
  expectation: expectationSchema,
};

const shown = object({
  panel: option('The panel that is opened.', oneOf(...shownPanels)),
  device: option(
    'The device that is chosen and followed; `it` in an entry with `when`.',
    reads(ref('devices'), (name, at) =>
      name === 'it' && at.mayBeIt ? ('it' as const) : readBy(oneDevice, name, at),
    ),
  ),
  area: option('The place or area that the map shows.', site),
  zoom: option('How near: 1 is the whole world, 13 a town, 16 a street.', number(mapZoom.min, mapZoom.max)),
});
const show = inFull(
  reads(shown, (written, at): Show => {
    return { panel: null, device: null, area: null, zoom: null, ...readBy(shown, written, at) };
  }),
  reads(
    describe('the whole fleet', oneOf('fleet')),
    (): Show => ({ panel: 'fleet', device: null, area: 'fleet', zoom: null }),
  ),
);

const common = {
  name: option('For people; default what it does.', text),
  chapter: option('Begins a chapter of this name.', text),
  caption: option('What is shown on the page.', typed<string>({ type: 'string' })),
  show: option('What the live page brings into view: `fleet`, or { panel, device, area, zoom }.', show),
  speed: option('How fast the live page plays from here on; 1 is real time.', number(1, 3_600)),
  pause: option('Whether the live page stops here until it is played on; default off.', ref('switch')),
  do: option(
    'What is done, in order: one action or a list.',
    oneOrMore(defined('action', actionSchema), storyBounds.eachEntry),
  ),
  expect: option('What must hold: one expectation or a list.', expectationList),
};
const until = option('Default: the end.', ref('time'));
const beside = {
  from: option('Default: the start.', ref('time')),
  until,
  if: option('Only where this holds then: one expectation or a list.', expectationList),
};
const bounds = {
  limit: option('At most so often; default no bound.', whole(1, 1_000_000)),
  cooldown: option('For the same device not again so soon; default 0s.', ref('duration')),
};

const entry = choice(
  'an entry',
  {
    at: { summary: 'Once, at a time.', value: refer('time', definitions.time), beside: { if: beside.if } },
    every: {
      summary: 'Again and again, so far apart.',
      value: ref('duration'),
      beside: {
        from: option('The first time; default once it has passed since the start.', ref('time')),
        until,
        if: beside.if,
      },
    },
    cron: {
      summary: "At the times of a cron expression, by the story's clocks.",
      value: plainText,
      beside,
    },
    when: {
      summary: 'Each time that something becomes true of a device.',
      value: defined('condition', conditionSchema),
      beside: { from: beside.from, until, ...bounds, if: beside.if },
    },
  },
  common,
);
/** All fields of an entry; which of them it has is known. */
const fields = {
  ...{ every: option('', ref('duration')), cron: option('', plainText) },
  ...{ when: option('', defined('condition', conditionSchema)), ...beside, ...bounds, ...common },
};

export const timeline = describe('What happens, and when.', listOf(entry, 0, { maxItems: MANY }));
type WrittenEntry = Static<typeof entry>;

/** Entries without labels: these are words about a story that is whole. */
export type UnlabelledEntry = Omit<Entry, 'label' | 'expectations' | 'onlyIf'> & {
  expectations: readonly Unlabelled[];
  onlyIf: readonly Unlabelled[];
  name?: string;
};

export async function readTimeline(
  written: readonly WrittenEntry[] = [],
  atEnd: Static<typeof expectationList> | undefined,
  names: Names,
): Promise<UnlabelledEntry[]> {
  const before: Before = new Map();
  // The moments of entries with `at`; undefined where there is none.
  const moments = written.map((entry, index) => {
    const { at: text, name, chapter }: { at?: string; name?: string; chapter?: string } = entry;
    const at = text === undefined ? undefined : timeIn(text, ['timeline', index, 'at'], names, before);
    for (const each of ['that', chapter, name])
      if (each !== undefined) before.set(each, text === 'end' ? undefined : at);
    return at;
  });
  collectNames(written, moments, names);
  const entries = written.map((entry, index) =>
    readEntry(entry, moments[index], { path: ['timeline', index], names, mayBeIt: 'when' in entry }),
  );
  await checkCrons(entries, names);
  const end = { path: ['expect'], names, mayBeIt: false };
  const wanted = atEnd === undefined ? [] : readBy(expectationList, atEnd, end);
  if (wanted.length > 0)
    entries.push({ ...entryOf({ kind: 'end' }, end), expectations: wanted, name: 'At the end' });
  return entries;
}

/** An entry in which nothing is done. */
export function entryOf(when: Moment, { names, path }: At): UnlabelledEntry {
  return { place: names.source.place(path), when, values: {}, onlyIf: [], actions: [], expectations: [] };
}

/** Takes note of the names that actions bring into a story: a group that is created later can be referred to, and so on. */
function collectNames(
  timeline: readonly WrittenEntry[],
  moments: readonly (number | undefined)[],
  names: Names,
): void {
  const devices: { name: string; at: number | undefined }[] = [];
  for (const [index, entry] of timeline.entries())
    for (const action of [entry.do ?? []].flat())
      for (const [field, row] of entriesOf<string, Pick<ActionRow, 'introduces'>>(actions)) {
        const { [row.introduces?.[1] ?? field]: name }: { readonly [field: string]: unknown } =
          Object(action);
        if (!row.introduces || !Object.hasOwn(Object(action), field) || typeof name !== 'string') continue;
        if (row.introduces[0] === 'devices') devices.push({ name, at: moments[index] });
        else names[row.introduces[0]].add(name);
      }
  // Devices are numbered as they come: those that are added at known times can be named.
  if (devices.some(({ at }) => at === undefined)) return;
  const inOrder = devices.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  for (const [index, { name }] of inOrder.entries())
    if (!names.added.has(name)) names.added.set(name, names.devices + 1 + index);
}

function readEntry(written: WrittenEntry, moment: number | undefined, at: At): UnlabelledEntry {
  const { names, path } = at;
  const read = readFields(fields, written, at);
  const { name, chapter, caption, show, speed, pause } = read;
  const when =
    'at' in written && written.at === 'end' ? { kind: 'end' as const } : momentOf(read, moment, at);
  if (Object.keys(written).every((field) => !(field in common))) {
    const hint = 'give it a chapter, caption, do or expect';
    names.wrong('NOTHING_SAID', path, 'nothing happens in this entry', hint);
  }
  const missing = (field: string[], message: string, hint: string) =>
    names.wrong('CAPTION_MISSING', [...path, ...field], message, hint);
  const first = (['show', 'speed', 'pause'] as const).find((field) => read[field] !== undefined);
  const saysWhat = 'add a caption that says what there is to see';
  if (caption === undefined && first !== undefined && chapter === undefined)
    missing([first], `"${first}" needs a chapter or a caption`, saysWhat);
  else if (caption === undefined && show?.device === 'it')
    missing(
      ['show', 'device'],
      '"it" is shown with a caption',
      'add a caption: a chapter is about no device',
    );
  return {
    ...entryOf(when, at),
    values: caption === undefined ? {} : readCaption(caption, within(at, 'caption')),
    onlyIf: read.if ?? [],
    actions: read.do ?? [],
    expectations: read.expect ?? [],
    ...(name !== undefined && { name }),
    ...(chapter !== undefined && { chapter }),
    ...(caption !== undefined && { caption: caption.trim() }),
    ...(show !== undefined && { show }),
    ...(speed !== undefined && { speed }),
    ...(pause && { pause }),
  };
}

/** @param at the moment of an entry with `at` */
function momentOf(read: ReadFields<typeof fields>, at: number | undefined, { names, path }: At): Moment {
  const { start, end } = names.clock;
  const { every, cron, when: condition, cooldown = 0, limit = Number.MAX_SAFE_INTEGER } = read;
  const { from = start + (every ?? 0), until = end } = read;
  if (read.from !== undefined && until < from)
    names.wrong('NEVER', [...path, 'until'], 'it ends before it begins');
  if (every !== undefined) {
    const message = `"every" is one second or more, not ${durationInWords(every)}`;
    if (every < 1000) names.wrong('EVERY_TOO_SHORT', [...path, 'every'], message);
    return { kind: 'every', every, from, until };
  }
  if (cron !== undefined) return { kind: 'cron', expression: cron, from, until };
  if (condition === undefined) return { kind: 'at', at: Number(at) };
  return { kind: 'when', condition, from, until, limit, cooldown };
}

/** Reports the cron expressions that cannot be used. Only a story that has one loads the library. */
async function checkCrons(entries: readonly UnlabelledEntry[], names: Names): Promise<void> {
  const seen = new Set<string>();
  for (const [index, { when }] of entries.entries()) {
    if (when.kind !== 'cron' || seen.has(when.expression)) continue;
    const path = ['timeline', index, 'cron'];
    const { cronExpressions: max } = storyBounds;
    if (seen.size === max) {
      const message = `there are more than ${max} different cron expressions`;
      names.wrong('TOO_MANY', path, message, 'use one of them again, or say every or at');
      return;
    }
    seen.add(when.expression);
    const { validateDetailed } = await import('node-cron');
    const { valid, errors } = validateDetailed(when.expression);
    const why = errors.map(({ message }) => message).join('; ');
    const message = `${quoted(when.expression)} is not a valid cron expression: ${why}`;
    const hint = 'minute, hour, day, month, weekday: "30 8 * * 1-5" is half past eight on working days';
    if (!valid) names.wrong('CRON_INVALID', path, message, hint);
  }
}

const ofCaption: readonly Placeholder[] = ['time', 'sent', 'withheld', 'alerts', 'fact'];

/** The values of a caption, by what stands for them; any others in braces are reported. */
function readCaption(text: string, at: At): CaptionValues {
  const values: { [written: string]: CaptionValue } = {};
  for (const found of text.matchAll(inBraces)) {
    const value = captionValue(found, at);
    if (value !== undefined) values[found[0]] = value;
  }
  const possible: readonly Placeholder[] = at.mayBeIt ? ['it', ...ofCaption] : ofCaption;
  checkText(text, at.path, at.names, possible, Object.keys(values));
  return values;
}

function captionValue(
  [, word = '', written, of]: RegExpMatchArray,
  { names, path, mayBeIt }: At,
): CaptionValue | undefined {
  const channel = written?.toLowerCase() as Channel | undefined;
  if (word === 'time' || (word === 'it' && mayBeIt))
    return channel === undefined && of === undefined ? { kind: word } : undefined;
  const devices = of === undefined ? null : names.those(of, path, mayBeIt);
  // Faults of the devices are told: the story is not played.
  if (devices === undefined) return { kind: 'time' };
  if (word === 'sent' || word === 'withheld')
    return { kind: 'count', sought: { kind: word, ...(channel && { channel }) }, devices };
  if (channel !== undefined) return undefined;
  if (word === 'alerts') return { kind: 'count', sought: { kind: 'alert-raised' }, devices };
  const isFact = names.sensors.has(word) || readableFacts.includes(word);
  const isOne = devices === 'it' || devices?.count === 1;
  return isFact && isOne ? { kind: 'fact', fact: word, devices } : undefined;
}

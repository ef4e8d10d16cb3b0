/**
 * The facts that must hold at a moment, one row for each, by the field that asks for it: what a story may say, how it is put
 * into words, and how the story's own service is looked at. Here are those of the account and of what happened so far.
 */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../contracts/specification/events/index.ts';
import { storyBounds } from '../language/bounds.ts';
import {
  type At,
  also,
  checks,
  choice,
  defined,
  object,
  oneOf,
  oneOrMore,
  option,
  optional,
  plainText,
  type ReadFields,
  readBy,
  readChoice,
  reads,
} from '../language/builders.ts';
import { alertType, groupName, recipient, ref, userName } from '../language/forms.ts';
import type { Devices, Place, Sought, Wanted } from '../language/terms.ts';
import { channelWord, devicesInWords, numberInWords, type StoryNames, toInWords } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import { device, licenceStates, statuses } from './device.ts';
import { type ExpectationRow, existence, expectationRow, type Finding, number } from './finding.ts';
import { reply } from './reply.ts';

const wanted = ref('wanted');
const exists = option('Default on.', ref('switch'));

const licences = { used: optional(wanted), available: optional(wanted), total: optional(wanted) };

/** A kind of events that a service has. */
const eventKind = checks(plainText, (kind, { path, names }) => {
  const hint = () => names.nearest(kind, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
  if (!serviceEventKinds.some((each) => each === kind))
    names.wrong('UNKNOWN_HAPPENING', path, `there is no event ${quoted(kind)}`, hint());
});

/** In the order in which an editor offers them. */
export const expectations = {
  device,

  devices: expectationRow({
    summary: 'How many devices there are.',
    value: wanted,
    beside: { licence: optional(licenceStates), status: optional(statuses) },
    words({ main, licence, status }) {
      const having = licence === undefined ? '' : ` with licence ${licence}`;
      return `${status === undefined ? '' : `${status} `}devices${having}: ${numberInWords(main)}`;
    },
    check({ main, licence, status }, { fleet: { devices } }) {
      if (licence === undefined && status === undefined) return number(devices.count, main);
      const matching = devices.countWhere(
        (facts) =>
          (licence === undefined || facts.licence === licence) &&
          (status === undefined || facts.status === status),
      );
      return number(matching, main);
    },
  }),

  licences: expectationRow({
    summary: "The account's licences.",
    value: also(object(licences), { minProperties: 1 }),
    beside: {},
    read: ({ main }) =>
      (['used', 'available', 'total'] as const).flatMap((of) => {
        const wanted = main[of];
        return wanted === undefined ? [] : [{ of, wanted }];
      }),
    words: ({ of, wanted }) => `licences ${of}: ${numberInWords(wanted)}`,
    check: ({ of, wanted }, { fleet }) => number(fleet.account.view().licences[of], wanted),
  }),

  groups: countOf('groups', 'How many groups there are.'),

  users: countOf('users', "How many users there are, the account's own included."),

  group: expectationRow({
    summary: 'A group of this name.',
    value: groupName,
    beside: { exists, members: option('How many devices are in it.', wanted) },
    words({ main, exists = true, members }) {
      const devices = members ? `, devices: ${numberInWords(members)}` : '';
      return `group ${main} ${exists ? 'exists' : 'does not exist'}${devices}`;
    },
    check({ main, exists = true, members }, { fleet }) {
      const group = fleet.groups.list().find(({ name }) => name === main);
      const found = existence(group !== undefined, exists);
      const shown = (count: number | null) => (count === 1 ? '1 device' : `${count} devices`);
      return found.met && group && members ? number(group.deviceIds.length, members, shown) : found;
    },
  }),

  user: expectationRow({
    summary: 'A user of this name.',
    value: userName,
    beside: { exists },
    words: ({ main, exists = true }) => `user ${main} ${exists ? 'exists' : 'does not exist'}`,
    check: ({ main, exists = true }, { fleet }) =>
      existence(
        fleet.users.list().some(({ name }) => name === main),
        exists,
      ),
  }),

  sent: messages('sent', 'How many messages were sent so far.', {}),

  withheld: messages('withheld', 'How many messages were not sent so far.', {
    reason: option('Default any.', oneOf('daily-limit', 'device-expired')),
  }),

  alerts: soFar('alert-raised', 'How many alerts were raised so far.', {
    beside: { type: option('Default any.', alertType) },
    words: ({ type = 'all' }, of) => `${type} alerts${of}`,
  }),

  happened: expectationRow({
    summary: 'How many events of a kind there were so far.',
    value: eventKind,
    beside: { count: wanted },
    words: ({ main, count }) => `${main}: ${numberInWords(count)}`,
    check: ({ main, count }, { happened }) => number(happened(main), count),
  }),

  reply,
};

function countOf(family: 'groups' | 'users', summary: string) {
  return expectationRow({
    summary,
    value: wanted,
    beside: {},
    words: ({ main }) => `${family}: ${numberInWords(main)}`,
    check: ({ main }, { fleet }) => number(fleet[family].list().length, main),
  });
}

/** Things that happened so often, of some devices or of any: with facts of what is sought by its own names. */
function soFar<Beside extends TProperties>(
  kind: Sought['kind'],
  summary: string,
  facts: {
    readonly beside: Beside;
    /** `of` is of which devices, if that is said. */
    words(sought: Sought, of: string): string;
  },
) {
  return expectationRow({
    summary,
    value: wanted,
    beside: { from: option('Of these devices only; default all.', ref('devices')), ...facts.beside },
    read(read): readonly { sought: Sought; wanted: Wanted; from?: Devices }[] {
      const { main, from, ...about }: { main: Wanted; from?: Devices } & ReadFields<Beside> = Object(read);
      return [{ sought: { kind, ...about }, wanted: main, ...(from && { from }) }];
    },
    words({ sought, wanted, from }, names) {
      const of = from === undefined ? '' : ` of ${devicesInWords(from, names)}`;
      return `${facts.words(sought, of)}: ${numberInWords(wanted)}`;
    },
    check: ({ sought, wanted, from = null }, { counters }, it) =>
      number(counters.count(sought, from, it), wanted),
  });
}

function messages<More extends TProperties>(kind: 'sent' | 'withheld', summary: string, more: More) {
  return soFar(kind, summary, {
    beside: {
      channel: option('Default both.', ref('channel')),
      to: option('To this user, or this address; default anyone.', recipient),
      ...more,
    },
    words({ channel, to, reason }, of) {
      const what = channel === undefined ? 'messages' : channelWord(channel);
      return `${what}${of}${toInWords(to)} ${kind}${reason === undefined ? '' : ` for ${reason}`}`;
    },
  });
}

/** Before it has its label, which is words about the whole story. */
export type Unlabelled = {
  [Kind in keyof typeof expectations]: { kind: Kind; place: Place } & Parameters<
    (typeof expectations)[Kind]['words']
  >[0];
}[keyof typeof expectations];
/** A fact that must hold at a moment. Where it does not, the story fails, and shows the wanted and the actual fact. */
export type Expectation = Unlabelled & { label: string };

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Unlabelled['kind']]: ExpectationRow<TSchema> } = expectations;

export const expectationSchema = reads(choice('an expectation', expectations, {}), readExpectation);

const several = oneOrMore(defined('expectation', expectationSchema), storyBounds.eachEntry);
/** One expectation, or a list. */
export const expectationList = reads(several, (written, at) => readBy(several, written, at).flat());

/** The facts that are wanted, each to be judged by itself. */
function readExpectation(written: object, at: At): readonly Unlabelled[] {
  const { kind, made } = readChoice(expectations, written, at);
  const place = at.names.source.place(at.path);
  return [made].flat().map((facts) => ({ kind, place, ...Object(facts) }));
}

/** An expectation in one line: `licences used: 10`. */
export function expectationInWords(expectation: Unlabelled, names: StoryNames): string {
  return rows[expectation.kind].words(expectation, names);
}

/** Returns whether something holds at this moment. `it` is the device that set off the entry, if one did. */
export function check(expectation: Expectation, scene: Scene, it: number | null): Finding {
  return rows[expectation.kind].check(expectation, scene, it);
}

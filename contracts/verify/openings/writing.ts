/** Texts, unknown fields and numbers that a service may store otherwise than they were sent: a group is changed by them, and read. */

import type { Deployment } from '../../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../../deployment/finding.ts';
import { sampledPlace } from '../../deployment/probing/posts.ts';
import { contentOf } from '../../deployment/reading/answers.ts';
import { isFields } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { wasAccepted } from '../../play/accepted.ts';
import { type Read, readUntil } from '../../play/reading.ts';
import type { AnyId } from '../../profile/facts.ts';
import { follow, place } from '../../profile/pointer.ts';
import { open } from '../../specification/dangers/texts.ts';
import { compared, type Sight } from './sight.ts';

interface Unusual {
  /** The text with this in it. */
  put(text: string): string;
  /** Its fate, in the words of the opening. */
  seen(stored: string): string;
}

const SPACES = '  ';
const textsOf = (part: keyof typeof open) => open[part].map(({ text }) => text);
const TAGGED = textsOf('markup').join(' ');

function held(part: 'otherPlanes' | 'controls'): Unusual {
  const texts = textsOf(part);
  return {
    put: (text) => [text, ...texts].join(' '),
    seen: (stored) => (texts.every((one) => stored.includes(one)) ? 'kept' : 'lost'),
  };
}

const unusual = {
  markup: {
    put: (text) => `${text} ${TAGGED}`,
    seen(stored) {
      if (stored.includes(TAGGED)) return 'kept';
      if (stored.includes('&lt;b&gt;bold')) return 'escaped';
      return stored.includes('<b>') ? 'altered' : 'removed';
    },
  },
  otherPlanes: held('otherPlanes'),
  controls: held('controls'),
  // The last one: it is at both ends.
  spaces: {
    put: (text) => `${SPACES}${text}.${SPACES}`,
    seen: (stored) => (stored.startsWith(SPACES) && stored.endsWith(SPACES) ? 'kept' : 'trimmed'),
  },
} as const satisfies { readonly [part: string]: Unusual };

/** The length up to which texts are tried where the profile names no limit; a name may have no more. */
const LONG = 190;
const UNKNOWN = 'roadtestUnknown';
const textParts = namesOf(unusual);
const parts = [...textParts, 'length', 'unknown'] as const;
type Part = (typeof parts)[number];
type Fates = { [P in Part | 'decimals']?: string | undefined };

export async function writing(deployment: Deployment, see: (sight: Sight) => void): Promise<void> {
  const { 'records.text': texts = {}, 'records.unknown-fields': unknown } = deployment.profile.openings;
  const { longest, overlong, decimals, ...others } = texts;
  const pinned: Fates = {
    ...others,
    ...(longest !== undefined && {
      length: longest === null ? 'kept' : overlong === 'refused' ? 'refused' : `cut at ${longest}`,
    }),
    unknown,
    ...(decimals !== undefined && { decimals: decimals === null ? 'kept' : `${decimals}` }),
  };
  const shown: HasExchange[] = [];
  const found: Fates = {};
  let group = await groupToWrite(deployment);
  const change = async (some: readonly Part[]): Promise<boolean> => {
    const fates = await changed(deployment, group, some, shown);
    Object.assign(found, fates);
    return fates !== undefined;
  };
  const wanted = parts.filter((part) => pinned[part] !== undefined);
  const apart = wanted.filter(
    (part) => pinned[part] === 'refused' || (part === 'length' && !fitsBeside(group)),
  );
  const isTaken = await change(wanted.filter((part) => !apart.includes(part)));
  if (!isTaken) group = await groupToWrite(deployment, true);
  // A refusal says something of a text where a plain one is taken.
  if ((!isTaken || apart.length > 0) && !(await change([])))
    throw new Unreached('a PATCH of a group with a plain text is refused, too');
  for (const part of isTaken ? apart : wanted) if (!(await change([part]))) found[part] = 'refused';
  if (pinned.decimals !== undefined) found.decimals = await decimalsKept(deployment, shown);
  const seen = ([...textParts, 'length', 'decimals'] as const).flatMap((part) =>
    pinned[part] === undefined || found[part] === undefined
      ? []
      : [[part, [found[part], pinned[part]]] as const],
  );
  if (seen.length > 0) see(compared('records.text', Object.fromEntries(seen), ...shown));
  if (found.unknown !== undefined)
    see(compared('records.unknown-fields', { '': [found.unknown, unknown] }, ...shown));
}

interface Group {
  readonly id: AnyId;
  readonly name: string;
  /** The fact that takes unusual texts. */
  readonly fact: 'name' | 'description';
  readonly longest: number | null;
}

async function groupToWrite({ lens, made, make, nonce, profile }: Deployment, fresh = false): Promise<Group> {
  const fact = (['description', 'name'] as const).find(
    (one) => lens.reply('group').facts.includes(one) && lens.record('group').pointer(one) !== undefined,
  );
  if (fact === undefined) throw new Unreached('the profile names no text of a group', 'records.group');
  // A group that the histories left, which nothing else looks at any more.
  const id = (fresh ? undefined : made.standing('group')[0]) ?? (await make.group()).id;
  const longest = profile.openings['records.text']?.longest ?? null;
  return { id, name: `${make.facts('group').name ?? nonce}`, fact, longest };
}

/** Returns whether a long name and a text of the other kind can be sent at once. */
function fitsBeside({ fact, longest }: Group): boolean {
  return fact === 'description' && (longest ?? 0) + 10 <= LONG;
}

/** The fate of these parts, sent by one PATCH; `undefined` when it is refused. */
async function changed(
  deployment: Deployment,
  group: Group,
  some: readonly Part[],
  shown: HasExchange[],
): Promise<Fates | undefined> {
  const { lens, make } = deployment;
  const { id, fact, longest } = group;
  const mark = `${group.name}-${make.number()}`;
  const used = textParts.filter((part) => some.includes(part));
  const text = used.reduce((made, part) => unusual[part].put(made), mark);
  const long = mark.padEnd(longest === null ? LONG : longest + 10, 'abcdefghijklmnopqrstuvwxyz');
  const isLong = some.includes('length');
  const inName = isLong && fitsBeside(group);
  const plain = lens
    .patch('group')
    .write(inName ? { name: long, [fact]: text } : { [fact]: isLong ? long : text });
  const body = some.includes('unknown') ? withUnknown(deployment, plain) : plain;
  const answer = await deployment.call('updateGroup', { id, body });
  shown.push(answer);
  if ((await wasAccepted(deployment, 'updateGroup', { id, answer })) === 'refused') return undefined;
  const isStored = ({ facts }: Read) => `${facts[fact]}`.includes(mark);
  const read = await readUntil(deployment, 'group', id, isStored);
  shown.push(read.answer);
  if (!isStored(read)) throw new Unreached('a PATCH of a group changed nothing');
  const stored = `${read.facts[fact]}`;
  const ofLong = inName ? `${read.facts.name}` : stored;
  const isKept = follow(read.answer.json, besideName(lens.reply('group'))) !== undefined;
  return {
    ...Object.fromEntries(used.map((part) => [part, unusual[part].seen(stored)])),
    ...(isLong && {
      length: ofLong === long ? 'kept' : long.startsWith(ofLong) ? `cut at ${ofLong.length}` : 'altered',
    }),
    ...(some.includes('unknown') && { unknown: isKept ? 'kept' : 'dropped' }),
  };
}

/** The body of a PATCH, with a field that no deployment knows. */
function withUnknown({ lens }: Deployment, body: Json): Json {
  if (Array.isArray(body))
    return [...body, { op: 'add', path: formatPointer(besideName(lens.record('group'))), value: 'kept' }];
  const json: Json = structuredClone(body);
  if (isFields(json)) place(json, besideName(lens.body('group')), 'kept');
  return json;
}

/** The unknown field is beside a text of the group. */
function besideName(lens: { pointer(fact: string): string | undefined }): string[] {
  const beside = lens.pointer('name') ?? lens.pointer('description') ?? '';
  return [...splitPointer(beside).slice(0, -1), UNKNOWN];
}

/** More decimals are looked at where the profile says that all are kept. */
const SOME = 4;

/** How exactly a coordinate is kept: the first location that a run posts, and the one that is read; `undefined` where it does not show. */
async function decimalsKept(deployment: Deployment, shown: HasExchange[]): Promise<string | undefined> {
  const { profile, probes, lens } = deployment;
  if (profile.openings['locations.purpose']?.does !== 'record') return undefined;
  const posted = await probes.served('postLocations');
  const { answer, good, id } = await probes.served('lastLocation');
  if (!good || !probes.shows(posted) || id !== posted.id) return undefined;
  const { latitude, longitude } = lens.reply('location').read(contentOf(answer)).facts;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  shown.push(posted.answer, answer);
  const sent = sampledPlace(profile);
  // So few decimals are kept in any case.
  const pinned = profile.openings['records.text']?.decimals ?? SOME;
  if (Math.max(decimalsOf(sent.latitude), decimalsOf(sent.longitude)) <= pinned) return undefined;
  if (latitude === sent.latitude && longitude === sent.longitude) return 'kept';
  const decimals = Math.max(decimalsOf(latitude), decimalsOf(longitude));
  // Any other place is another one: a later report, or a fault that rules are there for.
  const isRounded = (read: number, exact: number) => Math.abs(read - exact) < 10 ** -decimals;
  return isRounded(latitude, sent.latitude) && isRounded(longitude, sent.longitude)
    ? `${decimals}`
    : undefined;
}

function decimalsOf(value: number): number {
  return `${value}`.split('.')[1]?.length ?? 0;
}

/** Texts, unknown fields and numbers that a service may store otherwise than they were sent: a group is changed by each of them, and read. */

import type { Deployment } from '../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../deployment/finding.ts';
import { sampledPlace } from '../deployment/probing/posts.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import { type Read, readUntil } from '../play/reading.ts';
import { takenBy } from '../play/taken.ts';
import { follow, place } from '../profile/pointer.ts';
import { open } from '../specification/dangers/texts.ts';
import { compared, type Sight } from './sight.ts';

const textsOf = (part: keyof typeof open) => open[part].join(' ');
const TAGGED = textsOf('markup');
const SPACES = '  ';
/** The length up to which texts are tried where the profile names no limit; a name may have no more. */
const LONG = 190;
/** A field that no deployment knows. */
const UNKNOWN = 'roadtestUnknown';

/** The text of each part, made of a mark, and the fate of it in the words of the opening. */
const unusual: {
  readonly [part: string]: {
    put(mark: string, longest: number | null): string;
    fate(stored: string, sent: string): string;
  };
} = {
  markup: {
    put: (mark) => `${mark} ${TAGGED}`,
    fate(stored) {
      if (stored.includes(TAGGED)) return 'kept';
      if (stored.includes('&lt;b&gt;bold')) return 'escaped';
      return stored.includes('<b>') ? 'altered' : 'removed';
    },
  },
  otherPlanes: held('otherPlanes'),
  controls: held('controls'),
  spaces: {
    put: (mark) => `${SPACES}${mark}.${SPACES}`,
    fate: (stored) => (stored.startsWith(SPACES) && stored.endsWith(SPACES) ? 'kept' : 'trimmed'),
  },
  length: {
    put: (mark, longest) => mark.padEnd(longest === null ? LONG : longest + 10, 'abcdefghijklmnopqrstuvwxyz'),
    fate: (stored, sent) =>
      stored === sent ? 'kept' : sent.startsWith(stored) ? `cut at ${stored.length}` : 'altered',
  },
};

function held(part: 'otherPlanes' | 'controls') {
  const text = textsOf(part);
  return {
    put: (mark: string) => `${mark} ${text}`,
    fate: (stored: string) => (open[part].every((one) => stored.includes(one)) ? 'kept' : 'lost'),
  };
}

export async function writing(deployment: Deployment, see: (sight: Sight) => void): Promise<void> {
  const { 'records.text': texts = {}, 'records.unknown-fields': unknown } = deployment.profile.openings;
  const { longest, overlong, decimals, ...others } = texts;
  const pinned = Object.entries({
    ...others,
    ...(longest !== undefined && {
      length: longest === null ? 'kept' : overlong === 'refused' ? 'refused' : `cut at ${longest}`,
    }),
    ...(unknown !== undefined && { unknown }),
  });
  const shown: HasExchange[] = [];
  const group = await groupToWrite(deployment);
  const send = (...some: readonly string[]) => fatesOf(deployment, group, some, shown);
  const isAlone = ([part, wanted]: (typeof pinned)[number]) => wanted === 'refused' || part === 'length';
  const fates = new Map<string, string>();
  const together = pinned.filter((one) => !isAlone(one)).map(([part]) => part);
  const taken = await send(...together);
  const each = taken ? pinned.filter(isAlone) : pinned;
  for (const [part, fate] of taken ?? []) fates.set(part, fate);
  for (const [part] of each) fates.set(part, (await send(part))?.get(part) ?? 'refused');
  // A refusal says something of a text where a plain one is taken.
  if (!taken && [...fates.values()].every((fate) => fate === 'refused') && !(await send()))
    throw new Unreached('a PATCH of a group with a plain text is refused, too');
  const parts: [string, readonly [string | undefined, string]][] = [];
  for (const [part, wanted] of pinned) {
    if (part === 'unknown')
      see(compared('records.unknown-fields', { '': [fates.get(part), wanted] }, ...shown));
    else parts.push([part, [fates.get(part), wanted]]);
  }
  const kept = decimals === undefined ? undefined : await decimalsKept(deployment, shown);
  if (kept !== undefined) parts.push(['decimals', [kept, decimals === null ? 'kept' : `${decimals}`]]);
  if (parts.length > 0) see(compared('records.text', Object.fromEntries(parts), ...shown));
}

type Group = Awaited<ReturnType<typeof groupToWrite>>;

/** A group that the histories left, which nothing else looks at any more, and the fact of it that takes unusual texts. */
async function groupToWrite({ lens, made, make, nonce }: Deployment) {
  const fact = (['description', 'name'] as const).find(
    (one) => lens.reply('group').facts.includes(one) && lens.record('group').pointer(one) !== undefined,
  );
  if (fact === undefined) throw new Unreached('the profile names no text of a group', 'records.group');
  const id = made.standing('group')[0] ?? (await make.group()).id;
  return { id, fact, name: `${make.facts('group').name ?? nonce}` };
}

/** The fates of texts and a field that are sent by one PATCH; `undefined` where it is refused. */
async function fatesOf(
  deployment: Deployment,
  { id, fact, name }: Group,
  parts: readonly string[],
  shown: HasExchange[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const { lens, make, profile } = deployment;
  const mark = `${name}-${make.number()}`;
  const longest = profile.openings['records.text']?.longest ?? null;
  // Spaces come last: they are at both ends.
  const used = Object.keys(unusual).filter((part) => parts.includes(part));
  const text = used.reduce((made, part) => unusual[part]?.put(made, longest) ?? made, mark);
  const plain = lens.patch('group').write({ [fact]: text });
  const body = parts.includes('unknown') ? withUnknown(deployment, plain) : plain;
  const answer = await deployment.call('updateGroup', { id, body });
  shown.push(answer);
  if ((await takenBy(deployment, 'updateGroup', id, answer)) === 'refused') return undefined;
  const isStored = ({ facts }: Read) => `${facts[fact]}`.includes(mark);
  const read = await readUntil(deployment, 'group', id, isStored);
  shown.push(read.answer);
  if (!isStored(read)) throw new Unreached('a PATCH of a group changed nothing');
  const isKept = follow(read.answer.json, besideName(lens.reply('group'))) !== undefined;
  return new Map([
    ...used.map((part) => [part, unusual[part]?.fate(`${read.facts[fact]}`, text) ?? ''] as const),
    ...(parts.includes('unknown') ? [['unknown', isKept ? 'kept' : 'dropped'] as const] : []),
  ]);
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
  shown.push(posted.answer, answer);
  const read = lens.reply('location').read(contentOf(answer)).facts;
  const pairs = Object.entries(sampledPlace(profile)).map(([axis, sent]) => [
    sent,
    Number(read[axis as 'latitude']),
  ]) as [number, number][];
  const decimals = Math.max(...pairs.map(([, stored]) => decimalsOf(stored)));
  // So few decimals are kept in any case; any other place is another one: a later report, or a fault that rules are there for.
  const isExact =
    Math.max(...pairs.map(([sent]) => decimalsOf(sent))) <=
    (profile.openings['records.text']?.decimals ?? SOME);
  if (isExact || !pairs.every(([sent, stored]) => Math.abs(stored - sent) < 10 ** -decimals))
    return undefined;
  return pairs.every(([sent, stored]) => sent === stored) ? 'kept' : `${decimals}`;
}

function decimalsOf(value: number): number {
  return `${value}`.split('.')[1]?.length ?? 0;
}

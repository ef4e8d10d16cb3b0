/** Trials of unusual texts and unknown fields: a group is changed by them, and read. */

import type { Deployment } from '../../deployment/deployment.ts';
import { Unreached } from '../../deployment/finding.ts';
import { isFields } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { wasAccepted } from '../../play/accepted.ts';
import { type Read, readUntil } from '../../play/reading.ts';
import type { AnyId } from '../../profile/facts.ts';
import { follow, place } from '../../profile/pointer.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { decimalsKept } from './coordinates.ts';
import type { ObservationDrafts } from './observer.ts';
import { LONG, lengthSeen, longText, type TextPart, unusual } from './unusual-texts.ts';

type Part = TextPart | 'length' | 'unknown field';
/** The fate of each part, in a word or two. */
type Words = { [P in Part | 'decimals']?: string | undefined };

const UNKNOWN = 'roadtestUnknown';
const textParts = namesOf(unusual);

export async function writingGroups(deployment: Deployment, seen: ObservationDrafts): Promise<void> {
  const texts = textWords(deployment.profile.openings['records.text']);
  const pinned: Words = { ...texts, 'unknown field': deployment.profile.openings['records.unknown-fields'] };
  let group = await groupToWrite(deployment);
  const found: Words = {};
  const exchanges: number[] = [];
  const change = async (parts: readonly Part[]): Promise<boolean> => {
    const words = parts.length === 0 ? {} : await changed(deployment, group, parts, exchanges);
    return Object.assign(found, words) && words !== undefined;
  };

  const wanted = [...textParts, 'length' as const, 'unknown field' as const].filter((part) => pinned[part]);
  const apart = (part: Part) => pinned[part] === 'refused' || (part === 'length' && !fitsBeside(group));
  const together = wanted.filter((part) => !apart(part));
  const isTaken = await change(together);
  if (!isTaken) group = await groupToWrite(deployment, true);
  // A refusal says something of a text where a plain one is taken.
  const isPlainTaken = async () => (await changed(deployment, group, [], exchanges)) !== undefined;
  if ((!isTaken || wanted.some(apart)) && !(await isPlainTaken()))
    throw new Unreached('a PATCH of a group with a plain text is refused, too');
  for (const part of isTaken ? wanted.filter(apart) : wanted)
    if (!(await change([part]))) found[part] = 'refused';

  const decimals = texts.decimals && (await decimalsKept(deployment, exchanges));
  compare(seen, { ...found, decimals }, texts, exchanges);
  const { 'unknown field': unknown } = found;
  if (unknown === undefined) return;
  const holds = unknown === pinned['unknown field'];
  seen['records.unknown-fields'] = { observed: unknown, pinned: pinned['unknown field'], holds, exchanges };
}

/** The answers of the profile about texts and numbers; nothing about what it leaves out. */
function textWords(given: Partial<Openings['records.text']> = {}): Words {
  const { longest, overlong, decimals, ...texts } = given;
  const cut = overlong === 'refused' ? 'refused' : `cut at ${longest}`;
  return {
    ...texts,
    ...(longest !== undefined && { length: longest === null ? 'kept' : cut }),
    ...(decimals !== undefined && { decimals: decimals === null ? 'kept' : `${decimals}` }),
  };
}

function compare(seen: ObservationDrafts, found: Words, pinned: Words, exchanges: number[]): void {
  const parts = [...textParts, 'length' as const, 'decimals' as const].filter(
    (part) => pinned[part] !== undefined && found[part] !== undefined,
  );
  if (parts.length === 0) return;
  const inWords = (words: Words) => parts.map((part) => `${part} ${words[part]}`).join(', ');
  const holds = parts.every((part) => found[part] === pinned[part]);
  seen['records.text'] = { observed: inWords(found), pinned: inWords(pinned), holds, exchanges };
}

interface Group {
  id: AnyId;
  name: string;
  /** The fact that takes unusual texts. */
  fact: 'name' | 'description';
  longest: number | null;
}

async function groupToWrite(deployment: Deployment, fresh = false): Promise<Group> {
  const shown = deployment.lens.reply('group').facts;
  const isText = (fact: 'name' | 'description') =>
    shown.includes(fact) && deployment.lens.record('group').pointer(fact) !== undefined;
  const fact = (['description', 'name'] as const).find(isText);
  if (fact === undefined) throw new Unreached('the profile names no text of a group', 'records.group');
  // A group that the histories left, which nothing else looks at any more.
  const id = (fresh ? undefined : deployment.made.standing('group')[0]) ?? (await deployment.make.group()).id;
  const longest = deployment.profile.openings['records.text']?.longest ?? null;
  return { id, name: `${deployment.make.facts('group').name ?? deployment.nonce}`, fact, longest };
}

/** Returns whether a long name and a text of the other kind can be sent at once. */
function fitsBeside({ fact, longest }: Group): boolean {
  return fact === 'description' && (longest ?? 0) + 10 <= LONG;
}

/** The fate of these parts, sent by one PATCH; `undefined` when it is refused. */
async function changed(
  deployment: Deployment,
  group: Group,
  parts: readonly Part[],
  exchanges: number[],
): Promise<Words | undefined> {
  const { id, fact } = group;
  const mark = `${group.name}-${deployment.make.number()}`;
  const text = textParts.reduce(
    (made, part) => (parts.includes(part) ? unusual[part].put(made) : made),
    mark,
  );
  const long = longText(mark, group.longest);
  const inName = parts.includes('length') && fitsBeside(group);
  const texts = inName ? { name: long, [fact]: text } : { [fact]: parts.includes('length') ? long : text };

  const body = withUnknown(
    deployment,
    deployment.lens.patch('group').write(texts),
    parts.includes('unknown field'),
  );
  const answer = await deployment.call('updateGroup', { id, body });
  exchanges.push(answer.exchange);
  if ((await wasAccepted(deployment, 'updateGroup', { id, answer })) === 'refused') return undefined;
  const isStored = ({ facts }: Read) => `${facts[fact]}`.includes(mark);
  const read = await readUntil(deployment, 'group', id, isStored);
  exchanges.push(read.answer.exchange);
  if (!isStored(read)) throw new Unreached('a PATCH of a group changed nothing');
  const stored = `${read.facts[fact]}`;
  const seenOf = (part: Part): string => {
    if (part === 'length') return lengthSeen(inName ? `${read.facts.name}` : stored, long);
    if (part === 'unknown field') return showsUnknown(deployment, read.answer.json) ? 'kept' : 'dropped';
    return unusual[part].seen(stored);
  };
  return Object.fromEntries(parts.map((part) => [part, seenOf(part)]));
}

/** The body of a PATCH, with a field that no deployment knows. */
function withUnknown(deployment: Deployment, body: Json, wanted: boolean): Json {
  if (!wanted) return body;
  if (Array.isArray(body))
    return [
      ...body,
      { op: 'add', path: formatPointer(placeIn(deployment.lens.record('group'))), value: 'kept' },
    ];
  const json: Json = structuredClone(body);
  if (isFields(json)) place(json, placeIn(deployment.lens.body('group')), 'kept');
  return json;
}

function showsUnknown(deployment: Deployment, json: unknown): boolean {
  return follow(json, placeIn(deployment.lens.reply('group'))) !== undefined;
}

/** The unknown field is beside a text of the group. */
function placeIn(lens: { pointer(fact: string): string | undefined }): string[] {
  const beside = lens.pointer('name') ?? lens.pointer('description') ?? '';
  return [...splitPointer(beside).slice(0, -1), UNKNOWN];
}

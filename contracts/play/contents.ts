/** The contents of records and of changes: each has texts of its own, by which it shows where they came to be elsewhere. */

import type { Deployment, Made } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { bodyOf } from '../deployment/reading/bodies.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { Memo } from '../deployment/sharing/memo.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { itemAt } from '../kit/items.ts';
import { fieldOf, type Json } from '../kit/json.ts';
import type { AnyId, WritableFacts } from '../profile/facts.ts';
import type { AnyFacts } from './comparing.ts';
import type { Family } from './family.ts';

/** Facts that any deployment may ask for. */
const ALWAYS = ['name', 'email'];

/** Facts for a new record, or for another content of one. */
export function freshFacts(deployment: Deployment, family: Family): AnyFacts {
  const facts: AnyFacts = deployment.make.facts(family);
  const { description } = facts;
  if (typeof description !== 'string' || description.includes(deployment.nonce)) return facts;
  return { ...facts, description: `${description} ${deployment.make.number()}` };
}

/** The facts that a create has to hold; all, where the profile has a sample. */
export function bareFacts(deployment: Deployment, family: Family, facts: AnyFacts): AnyFacts {
  if (deployment.profile.samples?.[family] !== undefined) return facts;
  const required: readonly string[] = deployment.profile.openings['records.required']?.[family] ?? [];
  const isAsked = ([fact]: [string, unknown]) => ALWAYS.includes(fact) || required.includes(fact);
  return Object.fromEntries(Object.entries(facts).filter(isAsked));
}

/** Texts that a record need not have, and that a PUT can leave out. */
const LEFT_OUT: { readonly [F in Family]: readonly string[] } = { group: ['description'], user: ['phone'] };

/** The facts that a PUT need not have. */
export function spareFacts({ profile }: Deployment, family: Family): ReadonlySet<string> {
  const required: readonly string[] = profile.openings['records.required']?.[family] ?? [];
  return new Set(LEFT_OUT[family].filter((fact) => !required.includes(fact)));
}

/** Numbers that are set aside for fiction, 555-0100 to 555-0199. */
const PHONES: readonly string[] = Array.from({ length: 100 }, (_, number) => `+12025550${100 + number}`);

/** A value that no service takes for granted comes first, and both after each of them. */
const CHANNELS: readonly (readonly string[])[] = [['sms'], ['email'], ['email', 'sms']];

/** Countries that every list has by one name alone; of a deployment those are used that it lists itself, or else some of its first page. */
const COUNTRIES = ['FR', 'BR', 'JP', 'DE', 'US', 'ES'];
/** Time zones, each in the country at its place. */
const ZONES = [
  'Europe/Paris',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/New_York',
  'Europe/Madrid',
];

/** Facts of a user beside its texts, which need not be kept: other values with each turn, and than the record has. */
export async function furtherFacts(
  deployment: Deployment,
  family: Family,
  turn: number,
  present: AnyFacts = {},
): Promise<AnyFacts> {
  if (family === 'group') return {};
  const places = new Set<string>(deployment.lens.body(family).facts);
  const lists = {
    country: await listedValues(deployment, 'countries'),
    timeZone: await listedValues(deployment, 'timeZones'),
  };
  const other = (fact: string, values: readonly unknown[]) => {
    const others = values.filter((value) => JSON.stringify(value) !== JSON.stringify(present[fact]));
    return itemAt(others, turn % others.length);
  };
  const listed = Object.entries(lists).flatMap(([fact, values]) =>
    values.length > 1 ? [[fact, other(fact, values)]] : [],
  );
  const values = {
    phone: itemAt(PHONES, deployment.make.number() % PHONES.length),
    ...Object.fromEntries(listed),
    notify: other('notify', CHANNELS),
    disabled: other('disabled', [false, true]),
  };
  return Object.fromEntries(Object.entries(values).filter(([fact]) => places.has(fact)));
}

const lists = {
  countries: { operation: 'listCountries', fact: 'code', known: COUNTRIES },
  timeZones: { operation: 'listTimeZones', fact: 'id', known: ZONES },
} as const;

const listedOf = perRun(() => new Memo<keyof typeof lists, readonly string[]>());

/** Values of a user's country or time zone that the deployment lists. */
function listedValues(deployment: Deployment, list: keyof typeof lists): Promise<readonly string[]> {
  return listedOf(deployment).once(list, () => readValues(deployment, list));
}

async function readValues(deployment: Deployment, list: keyof typeof lists): Promise<readonly string[]> {
  const { operation, fact, known } = lists[list];
  // A list that cannot be read costs a user these facts alone.
  const probe = await deployment.probes.served(operation).catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
  });
  const records = whereBound<readonly object[]>([], () =>
    probe ? readPage(deployment.lens, list, probe.answer.json).records : [],
  );
  const names = records.map((record) => fieldOf(record, fact)).filter((name) => typeof name === 'string');
  const usual = known.filter((name) => names.includes(name));
  return usual.length > 1 ? usual : names.slice(-known.length);
}

/** A new record of these facts. */
export function create(deployment: Deployment, family: Family, facts: AnyFacts): Promise<Made<Family>> {
  return deployment.make[family](facts as WritableFacts<Family, AnyId>);
}

/** The body of a PATCH. */
export function change(deployment: Deployment, family: Family, wish: AnyFacts): Json {
  return (deployment.lens.patch(family) as { write(change: AnyFacts): Json }).write(wish);
}

/** The body of a PUT. */
export function replacement(deployment: Deployment, family: Family, facts: AnyFacts): Json {
  return bodyOf(deployment.lens, 'body', family, deployment.make.content(family, facts));
}

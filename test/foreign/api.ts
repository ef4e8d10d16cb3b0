/** The twenty operations, as the depot performs them. */
import { randomUUID } from 'node:crypto';
import type { Crew, Depot, Person, Unit } from './depot.ts';
import {
  type Body,
  blankCrew,
  blankPerson,
  type CrewContent,
  countryNames,
  crewView,
  fixView,
  objectAt,
  type PersonContent,
  personView,
  readCrew,
  readPerson,
  unitEntry,
  zoneNames,
} from './dialect.ts';
import { isGoodPass, issuePass } from './passes.ts';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  /** `undefined` when it is no JSON object. */
  body: Body | undefined;
}

export interface ControlFacts {
  status: number;
  body: object;
}

/** A refusal; the depot says all of them with status 200. */
class No extends Error {}

const NOTHING_HERE = 'There is nothing here.';
const PREFIX = '/tracking/api';

type Perform = (depot: Depot, asked: Asked, id: string) => ControlFacts;

const routes: readonly [operation: string, method: string, path: RegExp, perform: Perform][] = [
  ['listDevices', 'GET', /^\/devices$/, listUnits],
  ['readDevice', 'GET', /^\/devices\/([^/]+)$/, readUnit],
  ['lastLocation', 'GET', /^\/devices\/([^/]+)\/lastLocation$/, lastFix],
  ['postLocations', 'POST', /^\/devices\/([^/]+)\/locations$/, fixesBetween],
  ['postAlerts', 'POST', /^\/devices\/([^/]+)\/alerts$/, takeIncident],
  ['listGroups', 'GET', /^\/groups$/, listCrews],
  ['createGroup', 'POST', /^\/groups$/, addCrew],
  [
    'readGroup',
    'GET',
    /^\/groups\/([^/]+)$/,
    (depot, _, id) => served(crewView(shown(depot, crewOf(depot, id)))),
  ],
  ['replaceGroup', 'PUT', /^\/groups\/([^/]+)$/, putCrew],
  ['updateGroup', 'PATCH', /^\/groups\/([^/]+)$/, patchCrew],
  [
    'deleteGroup',
    'DELETE',
    /^\/groups\/([^/]+)$/,
    (depot, _, id) => remove(depot, crewOf(depot, id), depot.crews),
  ],
  ['listUsers', 'GET', /^\/users$/, listPeople],
  ['createUser', 'POST', /^\/users$/, addPerson],
  [
    'listCountries',
    'GET',
    /^\/users\/countries$/,
    (depot) => served({ countries: depot.habits.countries(countryNames) }),
  ],
  ['listTimeZones', 'GET', /^\/users\/timeZones$/, () => served({ zones: zones() })],
  [
    'readUser',
    'GET',
    /^\/users\/([^/]+)$/,
    (depot, _, id) => served({ person: personView(shown(depot, personOf(depot, id))) }),
  ],
  ['replaceUser', 'PUT', /^\/users\/([^/]+)$/, putPerson],
  ['updateUser', 'PATCH', /^\/users\/([^/]+)$/, patchPerson],
  [
    'deleteUser',
    'DELETE',
    /^\/users\/([^/]+)$/,
    (depot, _, id) => remove(depot, personOf(depot, id), depot.people),
  ],
];

export function answer(depot: Depot, asked: Asked): ControlFacts {
  depot.settle();
  try {
    return perform(depot, asked);
  } catch (error) {
    if (error instanceof No) return { status: 200, body: { success: false, why: error.message } };
    throw error;
  }
}

function perform(depot: Depot, asked: Asked): ControlFacts {
  const { habits } = depot;
  const { method, path: whole } = habits.meant(asked);
  const isOdd = method !== asked.method || whole !== asked.path;
  const path = whole.startsWith(PREFIX) ? whole.slice(PREFIX.length).replace('#', '') : '';
  if (method === 'POST' && path === '/Auth/Token' && habits.isServed('issueToken')) return pass(depot, asked);
  const found = routes.find(([, asks, pattern]) => asks === method && pattern.test(path));
  const operation = found?.[0] ?? '';
  const isWelcome = habits.isOpen(operation, isOdd) || mayCall(depot, asked);
  if (found && !isWelcome && habits.obeysStrangers(asked.authorization)) run(found);
  if (!isWelcome) throw new No('Who are you?');
  if (!found || !habits.isServed(operation)) throw new No(NOTHING_HERE);
  return run(found);

  function run([, , pattern, work]: (typeof routes)[number]): ControlFacts {
    return work(depot, asked, decodeURIComponent(pattern.exec(path)?.[1] ?? ''));
  }
}

function pass(depot: Depot, { body }: Asked): ControlFacts {
  const { habits, account } = depot;
  const refused = (why: string): ControlFacts => ({ status: 200, body: habits.refusedToken(why) });
  if (!body) return refused('Say who you are in JSON.');
  if (!habits.areGoodCredentials(account, body.userName, body.apiKey)) return refused('We do not know you.');
  if (!habits.mayHaveToken(account)) return refused('The API is switched off for you.');
  const { token, expiresAt } = issuePass(depot);
  return { status: 200, body: habits.issued(token, habits.expiresText(expiresAt)) };
}

function mayCall(depot: Depot, { authorization }: Asked): boolean {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && isGoodPass(depot, token);
}

function served(body: object, status = 200): ControlFacts {
  return { status, body: { success: true, ...body } };
}

// Units

function unitOf(depot: Depot, no: string): Unit {
  const unit = depot.habits.unitOf(depot.units, no);
  if (!unit) throw new No(NOTHING_HERE);
  return unit;
}

function listUnits(depot: Depot, asked: Asked): ControlFacts {
  const { page, next } = pageOf(depot, asked, [...depot.units.values()]);
  return served({ units: Object.fromEntries(page.map((unit) => [unit.no, unitEntry(unit)])), next });
}

function readUnit(depot: Depot, _: Asked, no: string): ControlFacts {
  const unit = unitOf(depot, no);
  return served({ unit: { no: unit.no, ...unitEntry(unit) } });
}

function lastFix(depot: Depot, _: Asked, no: string): ControlFacts {
  const unit = unitOf(depot, no);
  const fix = depot.habits.lastFix(unit.track);
  if (!fix) throw new No(`${no} has not been heard of.`);
  return served({ fix: fixView(unit, fix) });
}

/** Nothing is recorded here: the body says from when until when. */
function fixesBetween(depot: Depot, { body }: Asked, no: string): ControlFacts {
  const unit = unitOf(depot, no);
  const { since, until } = (body && objectAt(body, 'span')) ?? {};
  const [from, to] = [since, until].map((text) => Date.parse(String(text))) as [number, number];
  if (Number.isNaN(from) || Number.isNaN(to)) throw new No('Say since when and until when.');
  const trail = unit.track.filter(({ at }) => at >= from && at <= to);
  return served({ trail: trail.map((fix) => fixView(unit, fix)) });
}

const KINDS = ['SOS', 'TOWED', 'DOOR', 'LOW_POWER'];

function takeIncident(depot: Depot, { body }: Asked, no: string): ControlFacts {
  const unit = unitOf(depot, no);
  if (unit.lapsed) throw new No(`${no} has lapsed.`);
  const incident = body && objectAt(body, 'incident');
  if (!incident || typeof body.reporter !== 'string') throw new No('Say what happened, and who says so.');
  if (!KINDS.includes(String(incident.kind))) throw new No(`One of ${KINDS.join(', ')} can happen.`);
  if (!depot.habits.takesIncident()) throw new No('Not now.');
  return served({}, 202);
}

// Crews

function crewOf(depot: Depot, id: string): Crew {
  const crew = depot.crews.get(Number(id));
  if (!crew || !depot.habits.isReadable(crew)) throw new No(NOTHING_HERE);
  return crew;
}

function listCrews(depot: Depot, asked: Asked): ControlFacts {
  const { page, next } = pageOf(depot, asked, [...depot.crews.values()].filter(depot.habits.isListed));
  return served({ crews: page.map(crewView), next });
}

function addCrew(depot: Depot, { body }: Asked): ControlFacts {
  const sent = goodCrew(depot, { ...blankCrew, ...crewIn(body) });
  const content = keptTexts(depot, afterPost(depot, sent, depot.crews));
  const now = depot.now();
  const crew: Crew = {
    ...content,
    no: depot.nextCrewNo(),
    made: now,
    touched: now,
    removed: false,
    past: ['POST'],
  };
  depot.crews.set(crew.no, crew);
  return served({ ref: crew.no }, 202);
}

function putCrew(depot: Depot, { body }: Asked, id: string): ControlFacts {
  const crew = crewOf(depot, id);
  const before = contentOf(crew, blankCrew);
  const sent = goodCrew(depot, { ...blankCrew, ...crewIn(body) }, crew);
  change(depot, 'PUT', crew, depot.habits.afterPut(before, sent, crew.past), depot.crews);
  return served({});
}

function patchCrew(depot: Depot, { body }: Asked, id: string): ControlFacts {
  const crew = crewOf(depot, id);
  const before = contentOf(crew, blankCrew);
  const next = depot.habits.afterPatch<CrewContent>(before, crewIn(body), blankCrew, crew.past);
  change(depot, 'PATCH', crew, goodCrew(depot, next, crew), depot.crews);
  return served(crewView(crew));
}

function crewIn(body: Body | undefined): Partial<CrewContent> {
  const content = body && readCrew(body);
  if (!content) throw new No('That is no crew.');
  return content;
}

function goodCrew(depot: Depot, content: CrewContent, self?: Crew): CrewContent {
  if (content.title === '') throw new No('A crew needs a title.');
  const taken = [...depot.crews.values()].some(
    (other) => other !== self && !other.removed && other.title === content.title,
  );
  if (taken) throw new No(`There is a crew ${content.title} already.`);
  if (!content.units.every((no) => depot.units.has(no))) throw new No('There is no such unit.');
  return content;
}

// People

function personOf(depot: Depot, id: string): Person {
  const person = depot.people.get(id);
  if (!person || !depot.habits.isReadable(person)) throw new No(NOTHING_HERE);
  return person;
}

function listPeople(depot: Depot, asked: Asked): ControlFacts {
  const { page, next } = pageOf(depot, asked, [...depot.people.values()].filter(depot.habits.isListed));
  return served({ people: page.map(personView), next });
}

function addPerson(depot: Depot, { body }: Asked): ControlFacts {
  const sent = goodPerson(depot, { ...blankPerson, ...personIn(body) });
  const content = keptTexts(depot, afterPost(depot, sent, depot.people));
  const now = depot.now();
  const person: Person = {
    ...content,
    uid: randomUUID(),
    made: now,
    touched: now,
    removed: false,
    past: ['POST'],
  };
  depot.people.set(person.uid, person);
  return served({ ref: person.uid }, 202);
}

function putPerson(depot: Depot, { body }: Asked, id: string): ControlFacts {
  const person = personOf(depot, id);
  const before = contentOf(person, blankPerson);
  const sent = goodPerson(depot, { ...blankPerson, ...personIn(body) }, person);
  change(depot, 'PUT', person, depot.habits.afterPut(before, sent, person.past), depot.people);
  return served({});
}

function patchPerson(depot: Depot, { body }: Asked, id: string): ControlFacts {
  const person = personOf(depot, id);
  const before = contentOf(person, blankPerson);
  const next = depot.habits.afterPatch<PersonContent>(before, personIn(body), blankPerson, person.past);
  change(depot, 'PATCH', person, goodPerson(depot, next, person), depot.people);
  return served({ person: personView(person) });
}

function personIn(body: Body | undefined): Partial<PersonContent> {
  const content = body && readPerson(body);
  if (!content) throw new No('That is nobody.');
  return content;
}

function goodPerson(depot: Depot, content: PersonContent, self?: Person): PersonContent {
  if (content.full === '' || !content.mail.includes('@'))
    throw new No('A person needs a name and an address.');
  if (content.country !== '' && !Object.hasOwn(countryNames, content.country))
    throw new No('There is no such country.');
  if (content.zone !== '' && !Object.hasOwn(zoneNames, content.zone)) throw new No('There is no such zone.');
  const taken = [...depot.people.values()].some(
    (other) => other !== self && !other.removed && other.mail === content.mail,
  );
  if (taken) throw new No(`${content.mail} belongs to somebody.`);
  return content;
}

// All of them

function contentOf<C extends object>(record: C, blank: C): C {
  return Object.fromEntries(Object.keys(blank).map((name) => [name, record[name as keyof C]])) as C;
}

function change(
  depot: Depot,
  how: 'PUT' | 'PATCH',
  record: Crew | Person,
  content: object,
  all: ReadonlyMap<unknown, Crew | Person>,
): void {
  Object.assign(record, keptTexts(depot, content), { touched: depot.now() });
  record.past.push(how);
  for (const other of all.values())
    if (other !== record) Object.assign(other, depot.habits.besides(how, content, other));
}

function afterPost<C extends object>(depot: Depot, content: C, all: ReadonlyMap<unknown, Crew | Person>): C {
  const records = [...all.values()];
  for (const other of records) Object.assign(other, depot.habits.besides('POST', content, other));
  return depot.habits.afterPost(
    content,
    records.filter(({ past }) => past.length > 0).length + 1,
    records.some(({ removed }) => removed),
  );
}

function keptTexts<C extends object>(depot: Depot, content: C): C {
  const kept = Object.entries(content).map(([name, value]) => [
    name,
    ['title', 'memo', 'full'].includes(name) ? depot.habits.keptText(String(value)) : value,
  ]);
  return Object.fromEntries(kept) as C;
}

function shown<R extends Crew | Person>(depot: Depot, record: R): R {
  const told = depot.habits.shown(record, depot.read.get(record) as R | undefined);
  depot.read.set(record, { ...told });
  return told;
}

/** A removed record stays where it is, and is only marked. */
function remove(depot: Depot, record: Crew | Person, all: ReadonlyMap<unknown, Crew | Person>): ControlFacts {
  record.removed = true;
  for (const other of all.values()) if (depot.habits.goesWith(record, other)) other.removed = true;
  return served({});
}

const PAGE = 4;
const LARGEST_PAGE = 50;

function pageOf<T>(
  depot: Depot,
  { query }: Asked,
  records: T[],
): { page: readonly T[]; next: string | null } {
  const all = depot.habits.inLists(records);
  const start = Number(Buffer.from(query.get('after') ?? '', 'base64url').toString() || 0);
  const size = Number(query.get('take') ?? PAGE);
  if (!Number.isInteger(start) || !Number.isInteger(size) || start < 0 || size < 1)
    throw new No('There is no such page.');
  const end = Math.min(start + Math.min(size, LARGEST_PAGE), all.length);
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
  return { page: all.slice(start, end), next };
}

function zones(): object[] {
  return Object.entries(zoneNames).map(([tz, label]) => ({ tz, label }));
}

/** The twenty operations, as the depot performs them. */
import type { Content, Depot, Kept, Unit } from './depot.ts';
import {
  type Body,
  blank,
  contentIn,
  countryNames,
  crew,
  fixView,
  type Kind,
  objectAt,
  person,
  unitEntry,
  view,
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

/** A refusal; the depot says all of them with status 200. */
class No extends Error {}

const NOTHING_HERE = 'There is nothing here.';
const PREFIX = '/tracking/api';

export interface Answered {
  status: number;
  body: object;
}

type Perform = (depot: Depot, asked: Asked, id: string) => Answered;

/** Made, read, replaced, changed and removed alike. */
const routesOf = (kind: Kind, path: string): [string, Perform][] => [
  [`GET ${path}`, (depot, asked) => listed(depot, asked, kind)],
  [`POST ${path}`, (depot, { body }) => add(depot, kind, body)],
  [`GET ${path}/*`, (depot, _, id) => served(shown(kind, keptOf(depot, kind, id)))],
  [`PUT ${path}/*`, (depot, { body }, id) => put(depot, kind, keptOf(depot, kind, id), body)],
  [`PATCH ${path}/*`, (depot, { body }, id) => patch(depot, kind, keptOf(depot, kind, id), body)],
  [`DELETE ${path}/*`, (depot, _, id) => remove(keptOf(depot, kind, id))],
];

const routes = new Map<string, Perform>([
  ['GET /devices', listUnits],
  ['GET /devices/*', (depot, _, no) => served({ unit: { no, ...unitEntry(unitOf(depot, no)) } })],
  ['GET /devices/*/lastLocation', lastFix],
  ['POST /devices/*/locations', fixesBetween],
  ['POST /devices/*/alerts', takeIncident],
  ...routesOf(crew, '/groups'),
  ...routesOf(person, '/users'),
  ['GET /users/countries', () => served({ countries: countryNames })],
  ['GET /users/timeZones', () => served({ zones })],
]);

const zones = Object.entries(zoneNames).map(([tz, label]) => ({ tz, label }));

export function answer(depot: Depot, asked: Asked): Answered {
  depot.settle();
  try {
    return perform(depot, asked);
  } catch (error) {
    if (error instanceof No) return { status: 200, body: { success: false, why: error.message } };
    throw error;
  }
}

function perform(depot: Depot, asked: Asked): Answered {
  const { method, authorization } = asked;
  const path = asked.path.startsWith(PREFIX) ? asked.path.slice(PREFIX.length) : '';
  if (method === 'POST' && path === '/Auth/Token') return pass(depot, asked);
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined || !isGoodPass(depot, token)) throw new No('Who are you?');
  const work = routes.get(`${method} ${path}`) ?? routes.get(`${method} ${path.replace(ID, '$1*')}`);
  if (!work) throw new No(NOTHING_HERE);
  return work(depot, asked, decodeURIComponent(ID.exec(path)?.[2] ?? ''));
}

/** The second part of a path. */
const ID = /^(\/\w+\/)([^/]+)/;

function pass(depot: Depot, { body }: Asked): Answered {
  const { account } = depot;
  const refused = (error: string) => ({
    status: 200,
    body: { success: false, token: null, expires: null, error },
  });
  if (!body) return refused('Say who you are in JSON.');
  if (account.userName !== body.userName || account.apiKey !== body.apiKey)
    return refused('We do not know you.');
  if (!account.api) return refused('The API is switched off for you.');
  const { token, expiresAt } = issuePass(depot);
  const expires = new Date(expiresAt).toISOString().replace('Z', '+00:00');
  return { status: 200, body: { success: true, token, expires, error: null } };
}

function served(body: object, status = 200): Answered {
  return { status, body: { success: true, ...body } };
}

// Units

function unitOf(depot: Depot, no: string): Unit {
  const unit = depot.units.get(no);
  if (!unit) throw new No(NOTHING_HERE);
  return unit;
}

function listUnits(depot: Depot, asked: Asked): Answered {
  const { page, next } = pageOf(asked, [...depot.units.values()]);
  return served({ units: Object.fromEntries(page.map((unit) => [unit.no, unitEntry(unit)])), next });
}

function lastFix(depot: Depot, _: Asked, no: string): Answered {
  const unit = unitOf(depot, no);
  const fix = unit.track.at(-1);
  if (!fix) throw new No(`${no} has not been heard of.`);
  return served({ fix: fixView(unit, fix) });
}

/** Records nothing: the body is a range of time. */
function fixesBetween(depot: Depot, { body }: Asked, no: string): Answered {
  const unit = unitOf(depot, no);
  const { since, until } = (body && objectAt(body, 'span')) ?? {};
  const [from, to] = [since, until].map((text) => Date.parse(String(text))) as [number, number];
  if (Number.isNaN(from) || Number.isNaN(to)) throw new No('Say since when and until when.');
  const trail = unit.track.filter(({ at }) => at >= from && at <= to);
  return served({ trail: trail.map((fix) => fixView(unit, fix)) });
}

const KINDS = ['SOS', 'TOWED', 'DOOR', 'LOW_POWER'];

function takeIncident(depot: Depot, { body }: Asked, no: string): Answered {
  if (unitOf(depot, no).lapsed) throw new No(`${no} has lapsed.`);
  const incident = body && objectAt(body, 'incident');
  if (!incident || typeof body.reporter !== 'string') throw new No('Say what happened, and who says so.');
  if (!KINDS.includes(String(incident.kind))) throw new No(`One of ${KINDS.join(', ')} can happen.`);
  return served({}, 202);
}

// Crews and people

function keptOf(depot: Depot, kind: Kind, id: string): Kept {
  const records = kind.records(depot);
  const kept = records.get(kind === crew ? Number(id) : id);
  if (!kept || kept.removed) throw new No(NOTHING_HERE);
  return kept;
}

function shown(kind: Kind, kept: Kept): object {
  return kind.isWrapped ? { [kind.name]: view(kind, kept) } : view(kind, kept);
}

function listed(depot: Depot, asked: Asked, kind: Kind): Answered {
  const all = [...kind.records(depot).values()].filter(({ removed }) => !removed);
  const { page, next } = pageOf(asked, all);
  return served({ [kind.list]: page.map((kept) => view(kind, kept)), next });
}

function add(depot: Depot, kind: Kind, body: Body | undefined): Answered {
  const content = good(depot, kind, { ...blank(kind), ...sent(kind, body) });
  return served({ ref: kind.add(depot, content).id }, 202);
}

function put(depot: Depot, kind: Kind, kept: Kept, body: Body | undefined): Answered {
  change(depot, kept, good(depot, kind, { ...blank(kind), ...sent(kind, body) }, kept));
  return served({});
}

function patch(depot: Depot, kind: Kind, kept: Kept, body: Body | undefined): Answered {
  change(depot, kept, good(depot, kind, { ...kept.content, ...sent(kind, body) }, kept));
  return served(shown(kind, kept));
}

function remove(kept: Kept): Answered {
  kept.removed = true;
  return served({});
}

function sent(kind: Kind, body: Body | undefined): Content {
  const content = contentIn(kind, body);
  if (!content) throw new No(`That is no ${kind.name}.`);
  return content;
}

function good(depot: Depot, kind: Kind, content: Content, self?: Kept): Content {
  const complaint = kind.complaint(depot, content);
  if (complaint !== undefined) throw new No(complaint);
  const taken = [...kind.records(depot).values()].some(
    (other) => other !== self && !other.removed && other.content[kind.own] === content[kind.own],
  );
  if (taken) throw new No(`${content[kind.own]} is taken.`);
  return content;
}

function change(depot: Depot, kept: Kept, content: Content): void {
  kept.content = content;
  kept.touched = depot.now();
}

const PAGE = 4;
const LARGEST_PAGE = 50;

function pageOf<T>({ query }: Asked, all: readonly T[]): { page: readonly T[]; next: string | null } {
  const start = Number(Buffer.from(query.get('after') ?? '', 'base64url').toString() || 0);
  const size = Number(query.get('take') ?? PAGE);
  if (!Number.isInteger(start) || !Number.isInteger(size) || start < 0 || size < 1)
    throw new No('There is no such page.');
  const end = Math.min(start + Math.min(size, LARGEST_PAGE), all.length);
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
  return { page: all.slice(start, end), next };
}

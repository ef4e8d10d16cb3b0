/**
 * The coverage of a run: of each field that the profile can write, by each verb, the classes of values that were written and
 * compared with what was read afterwards, or refused. It says which values a run that found nothing has tried.
 */
import { whereBound } from '../deployment/sharing/unbound.ts';
import { type Event, type SingleEvent, singleEvents } from '../judge/event.ts';
import { namesOf } from '../kit/tables.ts';
import { membersOf } from '../play/texts.ts';
import { compileLens } from '../profile/lens/compile.ts';
import type { Profile } from '../profile/profile.ts';
import { classes } from '../specification/dangers/classes.ts';
import { families } from './demands.ts';
import type { Evidence } from './evidence.ts';
import type { Coverage, Outcome, Run } from './run.ts';
import { sharpnessOf } from './sharpness.ts';

type Kind = keyof typeof classes;

/** The kind of each fact that is compared: of records, of places, and of settings. */
const kinds: { readonly [fact: string]: Kind } = {
  ...{ name: 'texts', description: 'texts', email: 'addresses', phone: 'numbers' },
  ...{ country: 'choices', timeZone: 'choices', notify: 'lists', disabled: 'flags', members: 'lists' },
  ...{ latitude: 'degrees', longitude: 'degrees', deviceTime: 'times' },
  ...{ dailyEmail: 'limits', dailySms: 'limits', expirationDate: 'dates' },
};
const places = ['latitude', 'longitude', 'deviceTime'];
const settings = ['dailyEmail', 'dailySms', 'expirationDate'];
const verbs = { created: 'POST', replaced: 'PUT', updated: 'PATCH' } as const;

/** A field with a verb, such as `group.name POST`, and a class. */
type Cell = readonly [field: string, name: string];

/** How much a run would have noticed, and the values that it tried. */
export function noticedBy(
  evidence: Evidence,
  outcomes: readonly Outcome[],
): Pick<Run, 'sharpness' | 'coverage'> {
  return { sharpness: sharpnessOf(evidence, outcomes), coverage: coverageOf(evidence) };
}

/** The table, made from the profile, with the cells that were filled. */
function coverageOf({ rounds, circumstances }: Pick<Evidence, 'rounds' | 'circumstances'>): Coverage {
  const filled = new Map(
    cellsBy(circumstances).map(([field, names]) => [field, new Map(names.map((name) => [name, false]))]),
  );
  for (const { facts } of rounds.flatMap(({ shown }) => shown))
    for (const [field, name] of filledBy(facts))
      if (filled.get(field)?.has(name)) filled.get(field)?.set(name, true);
  const all = [...filled.values()].flatMap((names) => [...names.values()]);
  const full = all.filter((isFull) => isFull).length;
  const of = (names: ReadonlyMap<string, boolean>) => ({
    cells: names.size,
    empty: [...names].flatMap(([name, isFull]) => (isFull ? [] : [name])),
  });
  return {
    ...{ cells: all.length, filled: full },
    percent: all.length === 0 ? 0 : Math.floor((1000 * full) / all.length) / 10,
    fields: Object.fromEntries([...filled].map(([field, names]) => [field, of(names)])),
  };
}

type Row = readonly [field: string, names: readonly string[]];

function cellsBy({ profile, controls }: Evidence['circumstances']): Row[] {
  const lens = compileLens(profile.openings as Profile['openings'], { basePath: '', ids: 'opaque' });
  const factsOf = (of: () => { readonly facts: readonly string[] }) =>
    whereBound<readonly string[]>([], () => of().facts);
  const ofRecords = families.flatMap((family) => {
    const facts = factsOf(() => lens.body(family));
    const named = facts.map((fact) => (fact === membersOf[family] ? 'members' : fact));
    return Object.values(verbs).flatMap((verb) => named.flatMap((fact) => row(fact, verb, family)));
  });
  const records = profile.openings['locations.purpose']?.does === 'record';
  const shown = records ? factsOf(() => lens.record('location')) : [];
  const ofPlaces = places.filter((fact) => shown.includes(fact));
  return [
    ...ofRecords,
    ...ofPlaces.flatMap((fact) => row(fact, 'POST', 'location')),
    ...(controls.includes('setLimits') ? settings.flatMap((fact) => row(fact, 'set')) : []),
  ];
}

/** A new record has no value before, and its name carries the mark of the run: no class of it is all of a value. */
function row(fact: string, verb: string, record?: string): Row[] {
  const kind = kinds[fact];
  if (!kind) return [];
  const names = namesOf(classes[kind]) as readonly string[];
  const isOfNew = (name: string) => name !== 'another one' && !(fact === 'name' && name.startsWith('alone'));
  return [[fieldOf(fact, verb, record), verb === 'POST' ? names.filter(isOfNew) : names]];
}

/** A field as the report names it: `group.name POST`, `dailySms set`. */
function fieldOf(fact: string, verb: string, record?: string): string {
  return `${record ? `${record}.` : ''}${fact} ${verb}`;
}

/** A value that was written: the fact that shows it, its field and verb, and its kind. */
interface Written {
  readonly fact: string;
  readonly field: string;
  readonly kind: Kind;
  readonly value: string | number;
  /** In place of the value before: the date of the day. */
  readonly today?: string;
}

/** The cells of the values of one history that were refused, or read again before anything else took their place. */
function filledBy(facts: readonly Event[]): Cell[] {
  const last = new Map<string, { readonly value: string; readonly cells: readonly Cell[] }>();
  const filled: Cell[] = [];
  for (const event of singleEvents(facts)) {
    for (const { fact, field, kind, value, today } of writtenBy(event)) {
      const key = `${targetOf(event)} ${fact}`;
      const names = namesIn(kind, value, today ?? last.get(key)?.value);
      last.set(key, { value: String(value), cells: names.map((name) => [field, name] as const) });
    }
    for (const [target, shown] of shownBy(event))
      for (const key of shown.map((fact) => `${target} ${fact}`)) {
        const { value, cells } = last.get(key) ?? { value: '', cells: [] };
        filled.push(...cells);
        if (cells.length > 0) last.set(key, { value, cells: [] });
      }
  }
  return filled;
}

function targetOf(event: SingleEvent): string {
  if ('device' in event) return event.device;
  return 'record' in event ? `${event.family} ${event.record}` : '';
}

function writtenBy(event: SingleEvent): Written[] {
  switch (event.kind) {
    case 'created':
    case 'replaced':
    case 'updated':
      return Object.entries(event.texts).flatMap(([fact, value]): Written[] => {
        const kind = kinds[fact];
        return kind ? [{ fact, field: fieldOf(fact, verbs[event.kind], event.family), kind, value }] : [];
      });
    case 'located': {
      const [latitude = 0, longitude = 0] = event.place.split(',').map(Number);
      const values = { latitude, longitude, ...(event.time !== undefined && { deviceTime: event.time }) };
      return Object.entries(values).flatMap(([fact, value]): Written[] => {
        const kind = kinds[fact];
        return kind ? [{ fact, field: fieldOf(fact, 'POST', 'location'), kind, value }] : [];
      });
    }
    case 'set':
      return Object.entries(event.change).flatMap(([fact, value]): Written[] => {
        const kind = kinds[fact];
        if (!kind || (typeof value !== 'string' && typeof value !== 'number')) return [];
        const today = kind === 'dates' ? { today: dayOf(event.at) } : {};
        return [{ fact, field: fieldOf(fact, 'set'), kind, value, ...today }];
      });
    default:
      return [];
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The facts that an answer shows, by device or record: those of a write that was refused, too. */
function shownBy(event: SingleEvent): (readonly [target: string, facts: readonly string[]])[] {
  const target = targetOf(event);
  switch (event.kind) {
    case 'replaced':
    case 'updated':
      return event.taken === 'refused' ? [[target, Object.keys(event.texts)]] : [];
    case 'set':
      return event.done ? [] : [[target, Object.keys(event.change)]];
    case 'read':
      return [[target, Object.keys(event.texts)]];
    case 'listed':
      return event.entries.map(({ id, texts }) => [`${event.family} ${id}`, Object.keys(texts)]);
    case 'last':
      return event.place === undefined ? [] : [[target, places]];
    case 'settings':
      // Licence shows whether a date was reached.
      return [[target, [...Object.keys(event.read), ...('licence' in event.read ? ['expirationDate'] : [])]]];
    case 'sent':
      return [[target, [event.channel === 'sms' ? 'dailySms' : 'dailyEmail']]];
    default:
      return [];
  }
}

function namesIn(kind: Kind, value: string | number, before: string | undefined): string[] {
  const table = classes[kind] as {
    readonly [name: string]: (value: string | number, before?: string) => boolean;
  };
  return namesOf(table).filter((name) => table[name]?.(value, before));
}

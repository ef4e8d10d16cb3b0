/** The names of a story while it is read, and what is wrong with it. */
import { REPORTED_PROBLEMS } from '../../contracts/kit/bounds.ts';
import { didYouMeanOneOf } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { town } from '../motion/roads/town.ts';
import type { Finding, Path } from './problems.ts';
import type { Source } from './source.ts';
import type { Devices, Position, Route, Site, StoryClock } from './terms.ts';

/** The account's own user, as a recipient. */
export const ACCOUNT = 'account';

/** An e-mail address or a phone number. */
const ADDRESS = /^(\S+@\S+|\+?\d[\d ()./-]*)$/;

type Stretch = Exclude<Devices, 'it'>;

export class Names {
  readonly source: Source;
  readonly findings: Finding[] = [];
  clock: StoryClock = { start: 0, end: 0, timeZone: 'UTC', seed: 1 };
  readonly sites: Site[] = [];
  readonly routes: Route[] = [];
  /** Places in the lists of the story. */
  readonly siteOf = new Map<string, number>();
  /** Places of the file that are still to be read. */
  readonly sitesBelow = new Set<string>();
  readonly routeOf = new Map<string, number>();
  readonly groupOf = new Map<string, number>();
  /** False where a story names no groups: then all its devices are in one. */
  hasOwnGroups = true;
  /** Groups and users that are in the file or are created, renamed included. */
  readonly groups = new Set<string>();
  readonly users = new Set<string>();
  /** The account's own user, who has another name where the story is played for someone. */
  ownUser = '';
  /** Parts of the fleet, or in a story with a fixture each device. */
  readonly parts = new Map<string, Stretch>();
  /** Names that several devices have. */
  readonly ambiguous = new Set<string>();
  /** Devices that come into the fleet later. */
  readonly added = new Map<string, number>();
  readonly sensors = new Set<string>();
  readonly alertTypes = new Set<string>();
  devices = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** Throws a StoryError where anything is wrong so far: what follows would be misread. */
  settle(): void {
    if (this.findings.length > 0) this.source.refuse(this.findings);
  }

  /** Reports a problem. The story is refused: what is given in place of the value means nothing. */
  wrong<Value>(code: string, path: Path, message: string, hint?: string): Value {
    this.findings.push({ code, path, message, hint });
    return undefined as Value;
  }

  /** Reports that nothing has this name, and what may have been meant. */
  unknown<Value>(kind: string, name: string, names: Iterable<string>, path: Path, hint?: string): Value {
    const message = `there is no ${kind} ${quoted(name)}`;
    const meant = hint ?? this.nearest(name, names) ?? `the story has no ${kind}`;
    return this.wrong(`UNKNOWN_${kind.toUpperCase()}`, path, message, meant);
  }

  /** The name that may have been meant; it is looked for as long as the problem will be reported. */
  nearest(name: string, names: Iterable<string>): string | undefined {
    return this.findings.length < REPORTED_PROBLEMS ? didYouMeanOneOf(name, names) : undefined;
  }

  /** A place by its name: the story's own, or one of the town, which is then one of the story's. */
  site(name: string, path: Path): number {
    const own = this.siteOf.get(name);
    if (own !== undefined) return own;
    if (this.sitesBelow.has(name))
      return this.wrong(
        'PLACE_BELOW',
        path,
        `${quoted(name)} is not above what refers to it`,
        'write it above',
      );
    const place = town().placeNamed(name);
    if (place !== undefined) return this.addSite({ name, at: [place.latitude, place.longitude] });
    const names = [...this.siteOf.keys(), ...town().places.map((each) => each.name)];
    return this.unknown('place', name, names, path);
  }

  addSite(site: Site): number {
    this.siteOf.set(site.name, this.sites.length);
    return this.sites.push(site) - 1;
  }

  /** A place with an area: it can be entered and left. */
  area(name: string, path: Path): number {
    const site = this.site(name, path);
    if (site === undefined || this.sites[site]?.area) return site;
    const hint = `add a place with an area: ${name}-area: { around: ${name}, radius: 100m }`;
    return this.wrong(
      'PLACE_WITHOUT_AREA',
      path,
      `${quoted(name)} is a point: nothing can be within it`,
      hint,
    );
  }

  position(written: string | readonly number[], path: Path): Position {
    if (typeof written === 'string') return this.sites[this.site(written, path)]?.at as Position;
    const [latitude = Number.NaN, longitude = Number.NaN] = written;
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return [latitude, longitude];
    const shown = `${latitude}, ${longitude}`;
    if (Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) {
      const swapped = `${shown}: latitude and longitude seem to be the wrong way round.`;
      const hint = `Write the latitude first: ${longitude}, ${latitude}.`;
      return this.wrong('POSITION_AXES_SWAPPED', path, swapped, hint);
    }
    const hint = 'Latitudes run from -90 to 90, longitudes from -180 to 180, in decimal degrees (WGS 84).';
    return this.wrong('POSITION_OUT_OF_RANGE', path, `${shown} is not a position on earth.`, hint);
  }

  route(name: string, path: Path): number {
    const hint = 'give it a name among the routes, "rounds: roaming", and say that';
    const found = this.routeOf.get(name);
    return (
      found ?? this.unknown('route', name, this.routeOf.keys(), path, name === 'roaming' ? hint : undefined)
    );
  }

  /** A name of a group or user that is there at some time. */
  record(resource: 'group' | 'user', name: string, path: Path): string {
    const names = this[`${resource}s`];
    if (!names.has(name)) this.unknown(resource, name, names, path);
    return name;
  }

  /** The place of a group that the story begins with. */
  group(name: string, path: Path): number {
    return this.groupOf.get(name) ?? this.unknown('group', name, this.groupOf.keys(), path);
  }

  sensor(name: string, path: Path, others: readonly string[] = []): string {
    const known = [...this.sensors, ...others];
    if (!known.includes(name)) this.unknown('sensor', name, known, path);
    return name;
  }

  /** The recipient of a message: a user by its name, `account`, or an e-mail address or phone number. */
  recipient(text: string, path: Path): string {
    if (text === this.ownUser) {
      const own = `${quoted(text)} is the account's own user, who has the name of the trainee in a class`;
      return this.wrong('OWN_USER', path, own, `say "${ACCOUNT}"`);
    }
    if (text === ACCOUNT || this.users.has(text) || ADDRESS.test(text)) return text;
    const message = `there is no user ${quoted(text)}, and it is no e-mail address or phone number`;
    return this.wrong('UNKNOWN_USER', path, message, this.nearest(text, this.users));
  }

  /** `van`, `van-3`, `van-1..van-5`, `all`; `it` only where something set the entry off. */
  those(text: string, path: Path, mayBeIt: boolean): Devices {
    if (text === 'it' && mayBeIt) return 'it';
    if (text === 'it')
      return this.wrong('NO_TRIGGERING_DEVICE', path, '"it" has a meaning only in an entry with "when"');
    return this.stretch(text, path);
  }

  stretch(text: string, path: Path): Stretch {
    if (text === 'all') return { first: 1, count: this.devices };
    const invalid = (why: string, hint: string): Stretch =>
      this.wrong('DEVICES_INVALID', path, `${quoted(text)} ${why}`, hint);
    const [from = '', to, ...more] = text.split('..').map((word) => word.trim());
    if (more.length > 0) return invalid('names no devices', 'a stretch is van-1..van-5');
    const first = this.#named(from, path);
    if (to === undefined || first === undefined) return first;
    const stem = from.replace(/-?(?<!\d)\d+$/, '');
    const last = this.#named(/^\d+$/.test(to) ? `${stem}-${to}` : to, path);
    if (last === undefined) return last;
    if (last.first < first.first) return invalid('goes backwards', `write ${to}..${from}`);
    return { first: first.first, count: last.first + last.count - first.first };
  }

  /** A single device. */
  one(text: string, path: Path): number {
    const { first = 0, count = 1 }: Partial<Stretch> = Object(
      text === 'it' ? this.those(text, path, false) : this.stretch(text, path),
    );
    if (count === 1) return first;
    return this.wrong('DEVICES_INVALID', path, `${quoted(text)} are ${count} devices`, `name one: ${text}-1`);
  }

  #named(name: string, path: Path): Stretch {
    if (this.ambiguous.has(name))
      return this.wrong('NAME_AMBIGUOUS', path, `several devices are called ${quoted(name)}`, 'use an id');
    const part = this.parts.get(name);
    if (part) return part;
    const added = this.added.get(name);
    if (added !== undefined) return { first: added, count: 1 };
    const [, stem = name, digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const whole = digits === undefined ? undefined : this.parts.get(stem);
    const known = [...this.parts.keys(), ...this.added.keys(), 'all'];
    const meant = known.some((each) => each.startsWith(stem)) ? name : stem;
    if (whole === undefined) return this.unknown('device', name, [], path, this.nearest(meant, known));
    const place = Number(digits);
    if (place >= 1 && place <= whole.count) return { first: whole.first + place - 1, count: 1 };
    const { count } = whole;
    const are = count === 1 ? `${stem} is one device` : `there are ${stem}-1 to ${stem}-${count}`;
    return this.unknown('device', name, [], path, are);
  }
}

/** The names of a story while it is read, and what is wrong with it. */
import { REPORTED_PROBLEMS } from '../../../contracts/kit/bounds.ts';
import { didYouMeanOneOf } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { MotionError } from '../../motion/motion-error.ts';
import { checkPosition } from '../../motion/position.ts';
import { town } from '../../motion/roads/town.ts';
import type { Finding, Path } from '../problems.ts';
import type { Source } from '../source.ts';
import type { Devices, Place, Position, Route, Site, StoryClock } from '../terms.ts';

/** The account's own user, as a recipient. */
export const ACCOUNT = 'account';

/** An e-mail address or a phone number. */
const ADDRESS = /^(\S+@\S+|\+?\d[\d ()./-]*)$/;

/** Devices of one name. */
export interface NamedDevices {
  first: number;
  count: number;
}

export class Names {
  readonly findings: Finding[] = [];
  readonly #source: Source;
  clock: StoryClock = { start: 0, end: 0, timeZone: 'UTC', seed: 1 };
  readonly sites: Site[] = [];
  readonly routes: Route[] = [];
  /** Places in the lists of the story. */
  readonly siteOf = new Map<string, number>();
  readonly routeOf = new Map<string, number>();
  readonly groupOf = new Map<string, number>();
  /** The group of devices whose group is not said. */
  groupOfOthers: number | null = null;
  /** Groups and users that are in the file or are created, renamed included. */
  readonly groups = new Set<string>();
  readonly users = new Set<string>();
  /** The account's own user, who has another name where the story is played for someone. */
  ownUser = '';
  readonly parts = new Map<string, NamedDevices>();
  /** True if each device has a name of its own, as in a fixture, and parts have none. */
  areNumbered = false;
  /** Names that several devices have. */
  readonly ambiguous = new Set<string>();
  /** Devices that come into the fleet later. */
  readonly added = new Map<string, number>();
  readonly sensors = new Set<string>();
  readonly alertTypes = new Set<string>();
  devices = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Throws a StoryError where anything is wrong so far: what follows would be misread. */
  settle(): void {
    if (this.findings.length > 0) this.#source.refuse(this.findings);
  }

  wrong(code: string, path: Path, message: string, hint?: string): undefined {
    this.findings.push({ code, path, message, hint });
    return undefined;
  }

  /** Reports that nothing has this name, and what may have been meant. */
  unknown(kind: string, name: string, names: Iterable<string>, path: Path, hint?: string): undefined {
    return this.wrong(
      `UNKNOWN_${kind.toUpperCase()}`,
      path,
      `there is no ${kind} ${quoted(name)}`,
      hint ?? this.nearest(name, names) ?? `the story has no ${kind}`,
    );
  }

  /** The name that may have been meant; it is looked for as long as the problem will be reported. */
  nearest(name: string, names: Iterable<string>): string | undefined {
    return this.findings.length < REPORTED_PROBLEMS ? didYouMeanOneOf(name, names) : undefined;
  }

  place(path: Path, atName = false): Place {
    return this.#source.place(path, atName);
  }

  /** A place by its name: the story's own, or one of the town, which is then one of the story's. */
  site(name: string, path: Path): number | undefined {
    const own = this.siteOf.get(name);
    if (own !== undefined) return own;
    const place = town().placeNamed(name);
    if (place === undefined) {
      const names = [...this.siteOf.keys(), ...town().places.map((each) => each.name)];
      return this.unknown('place', name, names, path);
    }
    return this.addSite({ name, at: [place.latitude, place.longitude] });
  }

  addSite(site: Site): number {
    this.siteOf.set(site.name, this.sites.length);
    return this.sites.push(site) - 1;
  }

  /** A place with an area: it can be entered and left. */
  area(name: string, path: Path): number | undefined {
    const site = this.site(name, path);
    if (site === undefined || this.sites[site]?.area) return site;
    return this.wrong(
      'PLACE_WITHOUT_AREA',
      path,
      `${quoted(name)} is a point: nothing can be within it`,
      `add a place with an area: ${name}-area: { around: ${name}, radius: 100m }`,
    );
  }

  position(written: string | readonly number[], path: Path): Position | undefined {
    if (typeof written === 'string') return this.sites[this.site(written, path) ?? -1]?.at;
    const [latitude = Number.NaN, longitude = Number.NaN] = written;
    try {
      checkPosition({ latitude, longitude });
      return [latitude, longitude];
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      return this.wrong(error.code, path, error.message, error.hint);
    }
  }

  route(name: string, path: Path): number | undefined {
    const found = this.routeOf.get(name);
    if (found !== undefined) return found;
    const hint = 'give it a name among the routes, "rounds: roaming", and say that';
    return this.unknown('route', name, this.routeOf.keys(), path, name === 'roaming' ? hint : undefined);
  }

  group(name: string, path: Path): string | undefined {
    return this.groups.has(name) ? name : this.unknown('group', name, this.groups, path);
  }

  user(name: string, path: Path): string | undefined {
    return this.users.has(name) ? name : this.unknown('user', name, this.users, path);
  }

  /** The recipient of a message: a user by its name, `account`, or an e-mail address or phone number; `null` for anyone, where none is said. */
  recipient(text: string | undefined, path: Path): string | null | undefined {
    if (text === undefined) return null;
    if (text === this.ownUser) {
      const own = `${quoted(text)} is the account's own user, who has the name of the trainee in a class`;
      return this.wrong('OWN_USER', path, own, `say "${ACCOUNT}"`);
    }
    if (text === ACCOUNT || this.users.has(text) || ADDRESS.test(text)) return text;
    const message = `there is no user ${quoted(text)}, and it is no e-mail address or phone number`;
    return this.wrong('UNKNOWN_USER', path, message, this.nearest(text, this.users));
  }

  /** `van`, `van-3`, `van-1..van-5`, `all`; `it` only where something set the entry off. */
  those(text: string, path: Path, mayBeIt: boolean): Devices | undefined {
    if (text === 'all') return { first: 1, count: this.devices };
    if (text === 'it') {
      if (mayBeIt) return 'it';
      const message = '"it" has a meaning only in an entry with "when"';
      return this.wrong('NO_TRIGGERING_DEVICE', path, message);
    }
    const invalid = (why: string, hint: string) =>
      this.wrong('DEVICES_INVALID', path, `${quoted(text)} ${why}`, hint);
    const [from = '', to, ...more] = text.split('..').map((word) => word.trim());
    if (more.length > 0) return invalid('names no devices', 'a stretch is van-1..van-5');
    const first = this.#named(from, path);
    if (to === undefined || first === undefined) return first;
    const stem = from.replace(/-?(?<!\d)\d+$/, '');
    const last = this.#named(/^\d+$/.test(to) ? `${stem}-${to}` : to, path);
    if (last === undefined) return undefined;
    if (last.first < first.first) return invalid('goes backwards', `write ${to}..${from}`);
    return { first: first.first, count: last.first + last.count - first.first };
  }

  /** A single device. */
  one(text: string, path: Path): number | undefined {
    const devices = this.those(text, path, false);
    if (devices === undefined || devices === 'it') return undefined;
    if (devices.count === 1) return devices.first;
    const message = `${quoted(text)} are ${devices.count} devices`;
    return this.wrong('DEVICES_INVALID', path, message, `name one: ${text}-1`);
  }

  /** The words after a plain text that YAML takes for a comment, though they follow their `#` at once. */
  cutFrom(text: string, path: Path): string | undefined {
    return this.#source.cutFrom(text, path);
  }

  #named(name: string, path: Path): NamedDevices | undefined {
    if (this.ambiguous.has(name))
      return this.wrong('NAME_AMBIGUOUS', path, `several devices are called ${quoted(name)}`, 'use an id');
    const part = this.parts.get(name);
    if (part) return part;
    const added = this.added.get(name);
    if (added !== undefined) return { first: added, count: 1 };
    const [, stem = name, digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const whole = digits === undefined ? undefined : this.parts.get(stem);
    if (whole) {
      const place = Number(digits);
      if (place >= 1 && place <= whole.count) return { first: whole.first + place - 1, count: 1 };
      const are =
        whole.count === 1 ? `${stem} is one device` : `there are ${stem}-1 to ${stem}-${whole.count}`;
      return this.unknown('device', name, [], path, are);
    }
    const known = [...this.parts.keys(), ...this.added.keys(), 'all'];
    const hint = this.nearest(this.areNumbered ? name : stem, known);
    return this.unknown('device', name, [], path, hint);
  }
}

/** Everything in a story that has a name, for those parts of the file that speak of it. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Devices, Position, Route, Site, StoryClock } from '../terms.ts';
import type { Diagnostics } from './diagnostics.ts';
import { isOnEarth, townPlace, townPlaceNames } from './geography.ts';

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
  readonly diagnostics: Diagnostics;
  readonly clock: StoryClock;
  readonly sites: Site[] = [];
  readonly routes: Route[] = [];
  /** Places in the lists of the story; null for what is in the file and cannot be used. */
  readonly siteOf = new Map<string, number | null>();
  readonly routeOf = new Map<string, number | null>();
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
  /** How many groups all users are in together. */
  memberships = 0;

  constructor(diagnostics: Diagnostics, clock: StoryClock) {
    this.diagnostics = diagnostics;
    this.clock = clock;
  }

  /** A place by its name: the story's own, or one of the town, which is then one of the story's. */
  site(name: string, path: Path): number | undefined {
    const own = this.siteOf.get(name);
    if (own !== undefined) return own ?? undefined;
    const at = townPlace(name);
    if (at === undefined)
      return this.diagnostics.unknown('place', name, [...this.siteOf.keys(), ...townPlaceNames()], path);
    this.siteOf.set(name, this.sites.length);
    return this.sites.push({ name, at }) - 1;
  }

  /** A place with an area: it can be entered and left. */
  area(name: string, path: Path): number | undefined {
    const site = this.site(name, path);
    if (site === undefined || this.sites[site]?.area) return site;
    return this.diagnostics.wrong(
      'PLACE_WITHOUT_AREA',
      path,
      `${quoted(name)} is a point: nothing can be within it`,
      `add a place with an area: ${name}-area: { around: ${name}, radius: 100m }`,
    );
  }

  position(written: string | readonly number[], path: Path): Position | undefined {
    if (typeof written !== 'string') return isOnEarth(written, path, this.diagnostics);
    const site = this.site(written, path);
    return site === undefined ? undefined : this.sites[site]?.at;
  }

  route(name: string, path: Path): number | undefined {
    if (name === 'roaming' && !this.routeOf.has(name)) {
      const hint = 'give it a name among the routes, "rounds: roaming", and say that';
      return this.diagnostics.unknown('route', name, [], path, hint);
    }
    return this.diagnostics.lookUp('route', this.routeOf, name, path) ?? undefined;
  }

  group(name: string, path: Path): string | undefined {
    return this.groups.has(name) ? name : this.diagnostics.unknown('group', name, this.groups, path);
  }

  user(name: string, path: Path): string | undefined {
    return this.users.has(name) ? name : this.diagnostics.unknown('user', name, this.users, path);
  }

  /** The recipient of a message: a user by its name, `account`, or an e-mail address or phone number; `null` for anyone, where none is said. */
  recipient(text: string | undefined, path: Path): string | null | undefined {
    if (text === undefined) return null;
    if (text === this.ownUser) {
      const own = `${quoted(text)} is the account's own user, who has the name of the trainee in a class`;
      return this.diagnostics.wrong('OWN_USER', path, own, `say "${ACCOUNT}"`);
    }
    if (text === ACCOUNT || this.users.has(text) || ADDRESS.test(text)) return text;
    const message = `there is no user ${quoted(text)}, and it is no e-mail address or phone number`;
    return this.diagnostics.wrong('UNKNOWN_USER', path, message, this.diagnostics.nearest(text, this.users));
  }

  /** `van`, `van-3`, `van-1..van-5`, `all`; `it` only where something set the entry off. */
  those(text: string, path: Path, mayBeIt: boolean): Devices | undefined {
    if (text === 'all') return { first: 1, count: this.devices };
    if (text === 'it') {
      if (mayBeIt) return 'it';
      return this.diagnostics.wrong(
        'NO_TRIGGERING_DEVICE',
        path,
        '"it" has a meaning only in an entry with "when"',
      );
    }
    const [from = '', to, ...more] = text.split('..').map((word) => word.trim());
    if (more.length > 0)
      return this.diagnostics.wrong(
        'DEVICES_INVALID',
        path,
        `${quoted(text)} names no devices`,
        'a stretch is van-1..van-5',
      );
    const first = this.#named(from, path);
    if (to === undefined || first === undefined) return first;
    const stem = from.replace(/-?(?<!\d)\d+$/, '');
    const last = this.#named(/^\d+$/.test(to) ? `${stem}-${to}` : to, path);
    if (last === undefined) return undefined;
    if (last.first < first.first)
      return this.diagnostics.wrong(
        'DEVICES_INVALID',
        path,
        `${quoted(text)} goes backwards`,
        `write ${to}..${from}`,
      );
    return { first: first.first, count: last.first + last.count - first.first };
  }

  /** A single device. */
  one(text: string, path: Path): number | undefined {
    const devices = this.those(text, path, false);
    if (devices === undefined || devices === 'it') return undefined;
    if (devices.count === 1) return devices.first;
    return this.diagnostics.wrong(
      'DEVICES_INVALID',
      path,
      `${quoted(text)} are ${devices.count} devices`,
      `name one: ${text}-1`,
    );
  }

  #named(name: string, path: Path): NamedDevices | undefined {
    if (this.ambiguous.has(name))
      return this.diagnostics.wrong(
        'NAME_AMBIGUOUS',
        path,
        `several devices are called ${quoted(name)}`,
        'use an id',
      );
    const part = this.parts.get(name);
    if (part) return part;
    const added = this.added.get(name);
    if (added !== undefined) return { first: added, count: 1 };
    const [, stem, digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const whole = stem === undefined ? undefined : this.parts.get(stem);
    if (whole && digits !== undefined) {
      const place = Number(digits);
      if (place >= 1 && place <= whole.count) return { first: whole.first + place - 1, count: 1 };
      const are =
        whole.count === 1 ? `${stem} is one device` : `there are ${stem}-1 to ${stem}-${whole.count}`;
      return this.diagnostics.unknown('device', name, [], path, are);
    }
    const known = function* (parts: Iterable<string>, added: Iterable<string>): Generator<string> {
      yield* parts;
      yield* added;
      yield 'all';
    };
    const wanted = stem !== undefined && digits !== undefined && !this.areNumbered ? stem : name;
    return this.diagnostics.unknown(
      'device',
      name,
      [],
      path,
      this.diagnostics.nearest(wanted, known(this.parts.keys(), this.added.keys())),
    );
  }
}

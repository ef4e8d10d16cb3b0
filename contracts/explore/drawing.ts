/**
 * Draws a history by a seed while it is played. Each has a few of the moves (swarm testing: what is left out lets other
 * things come about), and every other time makes the one that was made least in the same circumstances.
 */
import type { Family } from '../judge/event.ts';
import type { Judge } from '../judge/judge.ts';
import type { Done } from '../play/player.ts';
import type { Step, StepKind } from '../play/steps.ts';
import { channelIds } from '../specification/records/values.ts';
import { Draws } from './draws.ts';
import { type Move, movesOf, type Snapshot, type Theme } from './moves.ts';
import { contextsOf, type Made, type Seen, type Spot, snapshotOf } from './snapshot.ts';

/** The size of histories about something, how they begin, and the looks in the end: a fault may have left something behind. */
interface Plan {
  readonly min: number;
  readonly max: number;
  /** The most records or devices that it begins with: devices cost more. */
  readonly targets: number;
  make?(number: number): Step;
  look?(number: number): Step[];
  readonly first?: Step;
  readonly last?: Step;
}

const ofFamily = (family: Family): Plan => ({
  ...{ min: 10, max: 45, targets: 4, last: { do: 'list', family } },
  make: (record) => ({ do: 'create', family, record }),
  look: (record) => [{ do: 'read', family, record }],
});
const make = (device: number): Step => ({ do: 'device', device });
const look = (device: number): Step[] => [{ do: 'settings', device }];
const count: Step = { do: 'licences' };

const plans: { readonly [T in Theme]: Plan } = {
  groups: ofFamily('group'),
  users: ofFamily('user'),
  limits: { min: 15, max: 60, targets: 3, make, look },
  licences: { min: 10, max: 36, targets: 3, make, look, first: count, last: count },
  places: {
    ...{ min: 8, max: 26, targets: 3, make, last: { do: 'devices' } },
    look: (device) => [
      { do: 'last', device },
      { do: 'visit', device },
    ],
  },
  tokens: {
    ...{ min: 5, max: 14, targets: 1, first: { do: 'token', credentials: 'good' } },
    last: { do: 'call', operation: 'listGroups', bearer: 'token', back: 0 },
  },
};

/** Steps that a deployment does not allow are not drawn. */
export type Allows = (kind: StepKind) => boolean;

/** A move that is possible. */
interface Way extends Made {
  readonly snapshot: Snapshot;
}

export class Drawing {
  /** The steps so far. */
  readonly steps: Step[] = [];
  readonly #theme: Theme;
  readonly #draws: Draws;
  readonly #allows: Allows;
  /** How often moves were made in each of their circumstances, by all histories. */
  readonly #counts: Map<string, number>;
  readonly #moves: readonly Move[];
  readonly #made: Made[] = [];
  readonly #length: number;
  /** Tells whether each change is looked at. */
  readonly #watches: boolean;
  /** Tells whether it does several things with one record or device before it goes on to another. */
  readonly #stays: boolean;
  /** Tells whether it leaves alone what is deleted. */
  readonly #leaves: boolean;
  readonly #channels: readonly (string | undefined)[];
  #targets: number;
  #queue: Step[];
  /** The record or device that was changed just now, and is to be looked at. */
  #change: Spot | undefined;
  #isClosing = false;

  constructor(seed: number, number: number, theme: Theme, allows: Allows, counts: Map<string, number>) {
    const draws = new Draws(seed, number);
    const { min, max, targets, make, first } = plans[theme];
    this.#draws = draws;
    this.#theme = theme;
    this.#allows = allows;
    this.#counts = counts;
    this.#targets = 1 + draws.below(targets);
    const all = movesOf[theme].filter(({ kind }) => allows(kind));
    const rare = all.filter((move) => move.rare);
    const one = rare.length > 0 && draws.coin() ? draws.of(rare) : undefined;
    this.#moves = all.filter((move) => (move.rare ? move === one : move.core || draws.coin()));
    const made = make ? numbersTo(this.#targets).map(make) : [];
    this.#queue = this.#allowed([...made, first]);
    this.#length = this.#queue.length + min + draws.below(max - min + 1);
    this.#watches = draws.below(3) > 0;
    this.#stays = draws.coin();
    this.#leaves = theme !== 'licences' && draws.below(4) > 0;
    const channel = draws.of(channelIds);
    this.#channels = theme !== 'limits' ? [undefined] : draws.coin() ? [channel] : channelIds;
  }

  /** Tells whether the history counts licences. */
  get countsLicences(): boolean {
    return this.#theme === 'licences' && this.#allows('licences');
  }

  /** The next step, by what came of those before; nothing at the end. */
  next(done: readonly Done[], judge: Judge): Step | undefined {
    if (this.#queue.length === 0) this.#queue = this.#go({ done, judge, made: this.#made });
    const step = this.#queue.shift();
    if (step) this.steps.push(step);
    return step;
  }

  #allowed(steps: readonly (Step | undefined)[]): Step[] {
    return steps.filter((step) => step !== undefined).filter(({ do: kind }) => this.#allows(kind));
  }

  #go(seen: Seen): Step[] {
    if (this.#isClosing) return [];
    this.#isClosing = this.steps.length >= this.#length;
    const { look = () => [], last } = plans[this.#theme];
    if (this.#isClosing) return this.#allowed([...numbersTo(this.#targets).flatMap(look), last]);
    const possible = this.#possible(seen);
    const looks = this.#change ? possible.filter(({ move }) => move.look) : [];
    const from = looks.length > 0 ? looks : possible;
    this.#change = undefined;
    if (from.length === 0) return [];
    return this.#make(this.#draws.coin() ? this.#any(from) : this.#newest(from));
  }

  /** The moves on what was changed just now, or on what the next may be about. */
  #possible(seen: Seen): Way[] {
    const ways = (moves: readonly Move[], spots: readonly Spot[]) =>
      spots.flatMap((spot) => {
        const snapshot = snapshotOf(this.#theme, spot, seen);
        const able = moves.filter(({ kind, when }) => this.#allows(kind) && (when?.(snapshot) ?? true));
        return able.map((move) => ({ move, spot, snapshot }));
      });
    if (this.#change) return ways(this.#moves, [this.#change]);
    const all = numbersTo(this.#targets).flatMap((number) =>
      this.#channels.map((channel) => ({ number, channel })),
    );
    const left = all.filter((spot) => !this.#leaves || !snapshotOf(this.#theme, spot, seen).gone);
    if (left.length > 0) return ways(this.#moves, this.#someOf(left));
    const creating = movesOf[this.#theme].filter(({ kind }) => kind === 'create');
    return ways(creating, all.slice(0, 1));
  }

  /** The same as the last, the first, or all. */
  #someOf(spots: readonly Spot[]): readonly Spot[] {
    const draws = this.#draws;
    const of = (number: number | undefined) => spots.filter((spot) => spot.number === number);
    const same = of(this.#made.at(-1)?.spot.number);
    if (same.length > 0 && (this.#stays || draws.coin()) && draws.below(4) > 0) return same;
    return draws.coin() ? of(spots[0]?.number) : spots;
  }

  /** The one that was made least in its circumstances. */
  #newest(possible: readonly Way[]): Way {
    const newness = possible.map((way) =>
      contextsOf(this.#theme, way, way.snapshot, this.#made).reduce(
        (sum, context) => sum + 1 / (1 + (this.#counts.get(context) ?? 0)),
        0,
      ),
    );
    const most = Math.max(...newness);
    return this.#draws.of(possible.filter((_, index) => newness[index] === most));
  }

  /** One of each kind alike, so that nothing is always passed over; what was just looked at is not looked at again. */
  #any(possible: readonly Way[]): Way {
    const news = possible.filter(({ move, snapshot }) => !(move.look && snapshot.seen));
    const left = news.length > 0 ? news : possible;
    const kind = this.#draws.of([...new Set(left.map(({ move }) => move.kind))]);
    return this.#draws.of(left.filter(({ move }) => move.kind === kind));
  }

  #make({ move, spot, snapshot }: Way): Step[] {
    const [draws, theme] = [this.#draws, this.#theme];
    for (const context of contextsOf(theme, { move, spot }, snapshot, this.#made))
      this.#counts.set(context, 1 + (this.#counts.get(context) ?? 0));
    const next = this.#targets + 1;
    const family = theme === 'users' ? 'user' : 'group';
    const channel = spot.channel === 'sms' ? 'sms' : 'email';
    const steps = move.steps({ draws, family, number: spot.number, next, channel }, snapshot);
    const makes = move.kind === 'create' || move.kind === 'device';
    if (makes) this.#targets = next;
    this.#made.push({ move, spot: makes ? { ...spot, number: next } : spot });
    if (!move.look && this.#watches) this.#change = spot;
    return steps;
  }
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

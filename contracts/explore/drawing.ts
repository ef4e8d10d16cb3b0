/**
 * Draws a history by a seed while it is played. Each has a few of the moves (swarm testing: what is left out lets other
 * things come about), and makes the one that was made least in the same state, after the same moves, and as often before.
 */
import type { Family } from '../judge/event.ts';
import type { Judge } from '../judge/judge.ts';
import type { Done } from '../play/player.ts';
import type { Step } from '../play/steps.ts';
import { channelIds } from '../specification/records/values.ts';
import { Course, type Spot } from './course.ts';
import { Draws } from './draws.ts';
import type { Move, Sight } from './moves.ts';
import { type Counts, cellOf, sightOf } from './states.ts';
import { type Allows, movesOf, type Theme } from './theme.ts';

/** More is done with what costs most to make. */
const SHORTEST = { groups: 10, users: 10, limits: 15, licences: 10, places: 8, tokens: 5 } as const;
const LONGEST = { groups: 45, users: 45, limits: 60, licences: 36, places: 26, tokens: 14 } as const;
/** The most records or devices that a history begins with: devices cost more. */
const TARGETS = { groups: 4, users: 4, limits: 3, licences: 3, places: 3, tokens: 1 } as const;

/** The history so far, and what came of it. */
interface Seen {
  readonly done: readonly Done[];
  readonly judge: Judge;
  readonly course: Course;
}

/** A move that is possible. */
interface Way {
  readonly move: Move;
  readonly spot: Spot;
  readonly sight: Sight;
}

export interface Lead {
  allows: Allows;
  /** The map: each move in each state. */
  cells: Counts;
  /** Moves in all of their contexts. */
  contexts: Counts;
}

export class Drawing {
  /** The steps so far. */
  readonly steps: Step[] = [];
  readonly #theme: Theme;
  readonly #draws: Draws;
  readonly #lead: Lead;
  readonly #moves: readonly Move[];
  readonly #course = new Course();
  readonly #length: number;
  /** Tells whether each change is looked at. */
  readonly #watches: boolean;
  /** Tells whether it does several things with one record or device before it goes on to another. */
  readonly #stays: boolean;
  readonly #oneChannel: boolean;
  /** Tells whether it leaves alone what is deleted. */
  readonly #leaves: boolean;
  #made: number;
  readonly #channel: (typeof channelIds)[number];
  #queue: Step[];
  /** The record or device that was changed just now, and is to be looked at. */
  #change: Spot | undefined;
  #isClosing = false;

  constructor(seed: number, number: number, theme: Theme, lead: Lead) {
    const draws = new Draws(seed, number);
    this.#draws = draws;
    this.#theme = theme;
    this.#lead = lead;
    this.#made = 1 + draws.below(TARGETS[theme]);
    this.#moves = this.#swarm();
    this.#queue = openingsOf(theme, this.#made).filter(({ do: kind }) => lead.allows(kind));
    this.#length = this.#queue.length + SHORTEST[theme] + draws.below(LONGEST[theme] - SHORTEST[theme] + 1);
    this.#watches = draws.below(3) > 0;
    this.#stays = draws.coin();
    this.#oneChannel = draws.coin();
    this.#leaves = theme !== 'licences' && (draws.coin() || draws.coin());
    this.#channel = draws.of(channelIds);
  }

  /** Some of the moves; one of those after which little can be said in every other history. */
  #swarm(): Move[] {
    const draws = this.#draws;
    const all = movesOf[this.#theme].filter(({ kind }) => this.#lead.allows(kind));
    const rare = all.filter((move) => move.rare);
    const one = rare.length > 0 && draws.coin() ? draws.of(rare) : undefined;
    return all.filter((move) => (move.rare ? move === one : move.core || draws.coin()));
  }

  /** Tells whether the history counts licences. */
  get countsLicences(): boolean {
    return this.#theme === 'licences' && this.#lead.allows('licences');
  }

  /** The next step, by what came of those before; nothing at the end. */
  next(done: readonly Done[], judge: Judge): Step | undefined {
    if (this.#queue.length === 0) this.#queue = this.#go(done, judge);
    const step = this.#queue.shift();
    if (step) this.steps.push(step);
    return step;
  }

  #go(done: readonly Done[], judge: Judge): Step[] {
    if (this.#isClosing) return [];
    if (this.steps.length >= this.#length) {
      this.#isClosing = true;
      return closingsOf(this.#theme, this.#made).filter(({ do: kind }) => this.#lead.allows(kind));
    }
    const possible = this.#possible({ done, judge, course: this.#course });
    const looks = possible.filter(({ move }) => move.look);
    const next = this.#chosen(this.#change && looks.length > 0 ? looks : possible);
    this.#change = undefined;
    return next ? this.#make(next) : [];
  }

  /** The moves on what was changed just now, or on what the next may be about. */
  #possible(seen: Seen): Way[] {
    const ways = (moves: readonly Move[], spots: readonly Spot[]) =>
      spots.flatMap((spot) => {
        const sight = sightOf(this.#theme, spot, seen);
        return moves
          .filter(({ kind, when }) => this.#lead.allows(kind) && (when?.(sight) ?? true))
          .map((move) => ({ move, spot, sight }));
      });
    if (this.#change) return ways(this.#moves, [this.#change]);
    const all = numbersTo(this.#made).flatMap((number) => this.#spotsOf(number));
    const isLeft = (spot: Spot) => !this.#leaves || !sightOf(this.#theme, spot, seen).gone;
    const left = all.filter(isLeft);
    if (left.length > 0) return ways(this.#moves, this.#someOf(left));
    return ways(
      movesOf[this.#theme].filter(({ kind }) => kind === 'create'),
      all.slice(0, 1),
    );
  }

  /** The same as the last, the first, or all. */
  #someOf(spots: readonly Spot[]): readonly Spot[] {
    const draws = this.#draws;
    const of = (number: number | undefined) => spots.filter((spot) => spot.number === number);
    const same = of(this.#course.last?.number);
    if (same.length > 0 && (this.#stays || draws.coin()) && draws.below(4) > 0) return same;
    return draws.coin() ? of(spots[0]?.number) : spots;
  }

  #spotsOf(number: number): Spot[] {
    if (this.#theme !== 'limits') return [{ number, channel: undefined }];
    return (this.#oneChannel ? [this.#channel] : channelIds).map((channel) => ({ number, channel }));
  }

  /** Every other move is the newest; the others are as they are drawn, so that nothing is always passed over. */
  #chosen(possible: readonly Way[]): Way | undefined {
    if (possible.length === 0) return undefined;
    return this.#draws.coin() ? this.#any(possible) : this.#newest(possible);
  }

  /** The one that was made least in this state and after what came before: short contexts are soon known, and then long ones decide. */
  #newest(possible: readonly Way[]): Way {
    const { cells, contexts } = this.#lead;
    const newness = possible.map(({ move, spot, sight }) =>
      [
        cells.of(cellOf(this.#theme, sight, move)),
        ...this.#course.contextsOf(this.#theme, move, spot).map((deployment) => contexts.of(deployment)),
      ].reduce((sum, count) => sum + 1 / (1 + count), 0),
    );
    const most = Math.max(...newness);
    return this.#draws.of(possible.filter((_, index) => newness[index] === most));
  }

  /** One of each kind alike; what was just looked at is not looked at again. */
  #any(possible: readonly Way[]): Way {
    const news = possible.filter(({ move, sight }) => !(move.look && sight.seen));
    const left = news.length > 0 ? news : possible;
    const kind = this.#draws.of([...new Set(left.map(({ move }) => move.kind))]);
    return this.#draws.of(left.filter(({ move }) => move.kind === kind));
  }

  #make({ move, spot, sight }: Way): Step[] {
    const { cells, contexts } = this.#lead;
    const [draws, theme] = [this.#draws, this.#theme];
    cells.add(cellOf(theme, sight, move));
    for (const deployment of this.#course.contextsOf(theme, move, spot)) contexts.add(deployment);
    const family: Family = theme === 'users' ? 'user' : 'group';
    const channel = spot.channel === 'sms' ? 'sms' : 'email';
    const steps = move.steps({ draws, family, number: spot.number, next: this.#made + 1, channel }, sight);
    this.#made += steps.filter(({ do: kind }) => kind === 'create' || kind === 'device').length;
    const makes = move.kind === 'create' || move.kind === 'device';
    this.#course.note(move, makes ? { ...spot, number: this.#made } : spot);
    if (!move.look && this.#watches) this.#change = spot;
    return steps;
  }
}

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function openingsOf(theme: Theme, targets: number): Step[] {
  const numbers = numbersTo(targets);
  if (theme === 'groups') return numbers.map((record) => ({ do: 'create', family: 'group', record }));
  if (theme === 'users') return numbers.map((record) => ({ do: 'create', family: 'user', record }));
  if (theme === 'tokens') return [{ do: 'token', credentials: 'good' }];
  const devices = numbers.map((device): Step => ({ do: 'device', device }));
  return theme === 'licences' ? [...devices, { do: 'licences' }] : devices;
}

/** The looks in the end: a fault may have left something behind that nothing has read yet. */
function closingsOf(theme: Theme, made: number): Step[] {
  const numbers = numbersTo(made);
  if (theme === 'groups' || theme === 'users') {
    const family = theme === 'users' ? 'user' : 'group';
    return [...numbers.map((record): Step => ({ do: 'read', family, record })), { do: 'list', family }];
  }
  if (theme === 'places')
    return [
      ...numbers.flatMap((device): Step[] => [
        { do: 'last', device },
        { do: 'visit', device },
      ]),
      { do: 'devices' },
    ];
  if (theme === 'tokens') return [{ do: 'call', operation: 'listGroups', bearer: 'token', back: 0 }];
  const counts: Step[] = theme === 'licences' ? [{ do: 'licences' }] : [];
  return [...numbers.map((device): Step => ({ do: 'settings', device })), ...counts];
}

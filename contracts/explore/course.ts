/** The course of a history so far, move by move: what comes next is led by what it follows. */
import { MANY, type Move } from './moves.ts';

/** The subject of a move: a record, a device, or one channel of it. */
export interface Spot {
  readonly number: number;
  readonly channel: string | undefined;
}

interface Made extends Spot {
  readonly move: Move;
}

const OFTEN = 9;

export class Course {
  readonly #made: Made[] = [];
  readonly #changes: Made[] = [];

  note(move: Move, spot: Spot): void {
    this.#made.push({ move, ...spot });
    if (!move.look) this.#changes.push({ move, ...spot });
  }

  /** Changes of a record, a device or a channel, up to a few. */
  writesOf(spot: Spot): number {
    return Math.min(this.#own(this.#changes, spot).length, MANY);
  }

  /** Returns whether it was looked at since it was changed. */
  isSeen(spot: Spot): boolean {
    return this.#own(this.#made, spot).at(-1)?.move.look === true;
  }

  get last(): Spot | undefined {
    return this.#made.at(-1);
  }

  /** The contexts that a move would follow, short and long: of its own record or device, and of all. */
  contextsOf(theme: string, { name }: Move, spot: Spot): string[] {
    const own = this.#own(this.#made, spot);
    const changes = this.#own(this.#changes, spot);
    const times = own.filter(({ move }) => move.name === name).length;
    const names = changes.map(({ move }) => move.name);
    const all = this.#changes.slice(-3).map((one) => `${relation(one, spot)} ${one.move.name}`);
    return [
      `after reading ${own.at(-1)?.move.name}`,
      `time ${Math.min(times, OFTEN)}`,
      `change ${Math.min(changes.length, OFTEN)}`,
      ...[1, 2, 3, 4].map((length) => `own ${names.slice(-length).join(', ')}`),
      ...[1, 2, 3].map((length) => `all ${all.slice(-length).join(', ')}`),
    ].map((deployment) => `${theme}, ${deployment} > ${name}`);
  }

  #own(made: readonly Made[], spot: Spot): Made[] {
    return made.filter((one) => one.move.all || relation(one, spot) === 'own');
  }
}

function relation(one: Spot, spot: Spot): 'own' | 'beside' | 'other' {
  if (one.number !== spot.number) return 'other';
  return one.channel === undefined || one.channel === spot.channel ? 'own' : 'beside';
}

/** A history fault: a service that breaks a rule only after certain sequences of calls. */
import type { JudgedId } from '../../../contracts/specification/judged.ts';
import type { Rules } from '../../options.ts';
import type { Around } from '../deviation.ts';

/** The condition under which a fault shows. */
export type FaultKind =
  | 'order of writes'
  | 'n-th time'
  | 'state of another record'
  | 'stale cache'
  | 'day change'
  | 'counter'
  | 'race'
  | 'id';

export interface HistoryFault {
  kind: FaultKind;
  /** The behaviour of the service, to be read after "It". */
  does: string;
  /** The rules that it breaks: one of them is to be named. */
  breaks: readonly JudgedId[];
  /** Set where it shows by which ids come next, or by what came before the history: then it is found, and reported as suspect with its rate. */
  unsteady?: true;
  /** Rule functions in place of the document's own; called once for each simulator. */
  rules?: () => Partial<Rules>;
  /** Wraps the service; called once for each simulator. */
  around?: () => Around;
}

/** The rule of both channels. */
export function perChannel<Name extends string>(...names: Name[]): `limits/${Name}/${'email' | 'sms'}`[] {
  return names.flatMap((name) => [`limits/${name}/email` as const, `limits/${name}/sms` as const]);
}

/** How often something has happened, by key. */
export class Times {
  readonly #counts = new Map<unknown, number>();

  of(key: unknown): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts once more; gives how often it was. */
  add(key: unknown): number {
    const count = this.of(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  clear(key: unknown): void {
    this.#counts.delete(key);
  }
}

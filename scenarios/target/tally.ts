/** The course of a story on a deployment, counted. Plain data comes out: reports are made of it. */

import { Latencies } from './latencies.ts';
import type { Refusal } from './refusal.ts';

export interface OperationCount {
  /** An operation of the public API, or `control …`. */
  operation: string;
  sent: number;
  served: number;
  refused: number;
  /** Requests without any answer; each was sent again, or given up. */
  unanswered: number;
  /** Milliseconds, of the requests that were answered. */
  latency: { p50: number; p90: number; p99: number; max: number };
}

export interface RefusalCount extends Refusal {
  operation: string;
  count: number;
  /** Whether the service of the story refused it, too. */
  expected: boolean;
}

export interface CountOf {
  what: string;
  because: string;
  count: number;
}

interface Counting {
  sent: number;
  served: number;
  refused: number;
  unanswered: number;
  latencies: Latencies;
}

export class Tally {
  readonly #operations = new Map<string, Counting>();
  readonly #refusals = new Map<string, RefusalCount>();
  readonly #notDone = new Map<string, CountOf>();
  readonly #noted = new Map<string, number>();

  /** A request is over. `ms` is absent where no answer came. */
  exchanged(operation: string, ms: number | undefined): void {
    const counting = this.#of(operation);
    counting.sent++;
    if (ms === undefined) counting.unanswered++;
    else counting.latencies.add(ms);
  }

  served(operation: string): void {
    this.#of(operation).served++;
  }

  refused(operation: string, refusal: Refusal, expected: boolean): void {
    this.#of(operation).refused++;
    const key = JSON.stringify([operation, refusal.status, refusal.message, expected]);
    const count = this.#refusals.get(key) ?? { operation, ...refusal, expected, count: 0 };
    count.count++;
    this.#refusals.set(key, count);
  }

  /** Something of the story that was not repeated. */
  notDone(what: string, because: string): void {
    const key = JSON.stringify([what, because]);
    const count = this.#notDone.get(key) ?? { what, because, count: 0 };
    count.count++;
    this.#notDone.set(key, count);
  }

  /** Anything else worth reporting. */
  note(words: string): void {
    this.#noted.set(words, (this.#noted.get(words) ?? 0) + 1);
  }

  get sent(): number {
    let sum = 0;
    for (const { sent } of this.#operations.values()) sum += sent;
    return sum;
  }

  /** Refusals that the story did not expect. */
  get unexpected(): number {
    let sum = 0;
    for (const { expected, count } of this.#refusals.values()) if (!expected) sum += count;
    return sum;
  }

  operations(): OperationCount[] {
    return [...this.#operations]
      .map(([operation, { latencies, ...counts }]) => ({
        operation,
        ...counts,
        latency: {
          p50: latencies.quantile(0.5),
          p90: latencies.quantile(0.9),
          p99: latencies.quantile(0.99),
          max: latencies.max,
        },
      }))
      .sort((one, other) => other.sent - one.sent);
  }

  refusals(): RefusalCount[] {
    return [...this.#refusals.values()].sort(
      (one, other) => Number(one.expected) - Number(other.expected) || other.count - one.count,
    );
  }

  notDoneCounts(): CountOf[] {
    return [...this.#notDone.values()].sort((one, other) => other.count - one.count);
  }

  notes(): { words: string; count: number }[] {
    return [...this.#noted].map(([words, count]) => ({ words, count }));
  }

  #of(operation: string): Counting {
    const known = this.#operations.get(operation);
    if (known) return known;
    const counting = { sent: 0, served: 0, refused: 0, unanswered: 0, latencies: new Latencies() };
    this.#operations.set(operation, counting);
    return counting;
  }
}

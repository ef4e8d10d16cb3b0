/** Data that are fetched again when they may have changed, but not for each of many changes. */

/** Real milliseconds between two looks at the same, unless it says otherwise. */
const PAUSE = 700;

/** Fetches one thing anew. */
export class Renewal {
  private readonly fetch: () => Promise<unknown>;
  private readonly pause: number;
  private isStale = false;
  private isLooking = false;
  private lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param fetch is called at most once at a time, and again after a pause where it fails
   * @param pause real milliseconds between two looks
   */
  constructor(fetch: () => Promise<unknown>, pause = PAUSE) {
    this.fetch = fetch;
    this.pause = pause;
    renewals.add(this);
  }

  /** The known data may no longer hold: they are fetched again. */
  ask(): void {
    this.isStale = true;
  }

  /** Another world is shown: nothing is known of it, and the next look need not wait. */
  begin(): void {
    this.isStale = true;
    this.lookedAt = Number.NEGATIVE_INFINITY;
  }

  async renew(real: number): Promise<void> {
    if (!this.isStale || this.isLooking || real - this.lookedAt < this.pause) return;
    this.isLooking = true;
    this.lookedAt = real;
    this.isStale = false;
    try {
      await this.fetch();
    } catch {
      this.isStale = true;
    } finally {
      this.isLooking = false;
    }
  }
}

const renewals = new Set<Renewal>();

/** Fetches all that was asked for. To be called some times a second with the real moment of `performance.now()`. */
export async function renewAll(real: number): Promise<void> {
  await Promise.all([...renewals].map((each) => each.renew(real)));
}

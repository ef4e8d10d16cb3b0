/**
 * The histories of an exploration as evidence: each that is explained as it was played, each that is not as it was shortened,
 * with how often it failed. The attempts at shortening one are left out.
 */
import type { Deployment } from '../deployment/deployment.ts';
import type { Played } from '../play/player.ts';
import { circumstancesOf, type Evidence, type Evidenced } from '../verify/evidence.ts';
import type { Exchange } from '../verify/run.ts';
import { isSelected } from '../verify/run-options.ts';
import { seenIn } from '../verify/shown.ts';
import { evidenceOf, MOST_EXCHANGES } from '../verify/unplanned.ts';
import type { Failure } from './exploration.ts';
import { type Asked, judgedIds } from './going-past.ts';
import { renumbered } from './renumbered.ts';

export class SeenHistories {
  readonly #shown: Evidenced[] = [];
  #exchanges = 0;
  #left = 0;

  /** A history that was explained. */
  held(played: Played): void {
    if (this.#exchanges >= MOST_EXCHANGES) this.#left++;
    else this.#note(played, { about: [], failed: 0, played: 1 });
  }

  failed(last: Played, { broken: [likeliest = []], failed, played }: Failure): void {
    this.#note(last, { about: likeliest, failed, played });
  }

  #note(played: Played, of: Pick<Evidenced, 'about' | 'failed' | 'played'>): void {
    const seen = seenIn(played);
    if (seen.facts.length === 0) return;
    this.#exchanges += seen.exchanges.flat().length;
    this.#shown.push({ name: `history ${1 + this.#shown.length}`, ...of, ...seen, brokeOff: undefined });
  }

  /** A sentence where there were more than evidence is kept of. */
  get isCut(): string | undefined {
    if (this.#left === 0) return undefined;
    return `The recording has the first ${this.#shown.length} histories, with ${this.#exchanges} requests: ${this.#left} more were explained, and are not in it.`;
  }

  /** Evidence of the rules that were asked for, and the exchanges that it rests on, under numbers of their own. */
  of(session: Deployment, asked: Asked): { evidence: Evidence; exchanges: Exchange[] } {
    const all = session.transport.exchanges;
    const named = new Set(this.#shown.flatMap(({ exchanges }) => exchanges.flat()));
    for (const index of [...named]) {
      const issuedBy = all[index]?.issuedBy;
      if (issuedBy !== undefined) named.add(issuedBy);
    }
    const { exchanges, places } = renumbered(all.filter(({ index }) => named.has(index)));
    const shown = this.#shown.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((these) => these.flatMap((index) => places.get(index) ?? [])),
    }));
    const ids = judgedIds.filter((id) => isSelected(id, asked));
    return { evidence: evidenceOf(ids, shown, circumstancesOf(session)), exchanges };
  }
}

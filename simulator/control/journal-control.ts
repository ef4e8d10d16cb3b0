/** The journal of requests as tests ask it in code. */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import type { World } from '../world.ts';
import { type RequestFilter, requestFilter } from './filters/requests.ts';
import { requestFields } from './schemas/calls.ts';
import type { JournalEntry, RequestsView } from './schemas/index.ts';
import type { WaitOptions } from './waiting/wait.ts';

/**
 * The calls of the public API and their answers, secrets redacted.
 *
 * @example
 * import { createSimulator, type JournalControl } from 'roadtest';
 *
 * const simulator = createSimulator();
 * const journal: JournalControl = simulator.journal;
 * await simulator.fetch(new Request('http://localhost/api/devices'));
 * console.log(journal.list({ operation: 'listDevices' })[0]?.reply.status, journal.count({ status: 200 })); // 401 0
 */
export interface JournalControl {
  /**
   * The newest of the kept calls that match, oldest first. Default of `limit`: all.
   * Throws a ControlError `FILTER_INVALID` for a condition that no call can meet.
   */
  list(filter?: RequestFilter): JournalEntry[];
  /** How many of the kept calls match. Throws as `list` does. */
  count(filter?: Omit<RequestFilter, 'limit'>): number;
  /**
   * The calls that match as soon as there are enough, those of before among them. Throws a ControlError: as `list`,
   * `WAIT_TIMEOUT` with the nearest calls, `WAIT_ENDED` when the world is reset or stopped, `WAITS_FULL`, `WAIT_INVALID`.
   */
  wait(filter?: RequestFilter, options?: WaitOptions): Promise<JournalEntry[]>;
  /** Forgets the calls so far. */
  clear(): void;
}

export function journalControl(world: World): JournalControl {
  function read(filter: RequestFilter, of: string): RequestsView {
    checkOptions<object>(filter, requestFields, of);
    const { redactor } = world.secrets;
    return world.journal.read(requestFilter(filter, { lens: world.lens, redactor }), redactor);
  }
  return {
    list: (filter = {}) => read({ limit: Infinity, ...filter }, 'journal.list').requests,
    count: (filter = {}) => read({ ...filter, limit: 0 }, 'journal.count').count,
    async wait(filter = {}, options = {}) {
      checkOptions<object>(filter, requestFields, 'journal.wait');
      checkOptions(options, { count: true, timeout: true }, 'the options of journal.wait');
      // A start does without.
      const { waitFor } = await import('./waiting/wait.ts');
      return (await waitFor(world, 'requests', { limit: Infinity, ...filter }, options)).entries;
    },
    clear: () => world.journal.clear(),
  };
}

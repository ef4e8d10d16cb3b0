/** The journal of requests as tests ask it in code. */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import type { World } from '../world.ts';
import { type RequestFilter, requestFilter, requestFilterNames } from './filters/requests.ts';
import type { JournalEntry, RequestsView } from './schemas/index.ts';

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
  /** Forgets the calls so far. */
  clear(): void;
}

export function journalControl(world: Pick<World, 'journal' | 'lens' | 'secrets'>): JournalControl {
  function read(filter: RequestFilter, of: string): RequestsView {
    checkOptions(filter, requestFilterNames, of);
    const { redactor } = world.secrets;
    return world.journal.read(requestFilter(filter, { lens: world.lens, redactor }), redactor);
  }
  return {
    list: (filter = {}) => read({ limit: Infinity, ...filter }, 'journal.list').requests,
    count: (filter = {}) => read({ ...filter, limit: 0 }, 'journal.count').count,
    clear: () => world.journal.clear(),
  };
}

/**
 * History faults: services that break a rule only after certain sequences of calls. `roadtest serve --deviate
 * history/NAME` serves one of these three, and `roadtest explore` finds it.
 *
 * - `fault.ts`   what one is
 * - `allowance.ts` `pasts.ts`   what those of limits and those of records are made with
 */
import { documentRules, type Rules } from '../../options.ts';
import { keyOf, limitsSet, wrongly } from './allowance.ts';
import { type HistoryFault, perChannel, Times } from './fault.ts';
import { afterPast, both } from './pasts.ts';

/** By name. */
export const historyFaults: { readonly [name: string]: HistoryFault } = {
  'fourth-patch': {
    kind: 'n-th time',
    does: 'ignores the fourth PATCH of a record',
    breaks: both('updated-keeps-rest'),
    rules: () =>
      afterPast((past, write, { before }) =>
        write === 'recordUpdated' && past.filter((one) => one === write).length === 3 ? before : undefined,
      ),
  },
  'cached-after-three-reads': {
    kind: 'stale cache',
    does: 'keeps a record that was read three times in a cache that a PATCH does not clear',
    breaks: both('updated-keeps-rest'),
    rules: cachedReads,
  },
  'zero-next-door': {
    kind: 'state of another record',
    does: 'sends nothing from a device while the one made before it has a limit of 0',
    breaks: perChannel('per-device', 'sends-below-limit'),
    rules() {
      const { set, limitInForce } = limitsSet();
      return {
        limitInForce,
        ...wrongly(({ deviceId, channel }) =>
          set.get(keyOf({ deviceId: deviceId - 1, channel })) === 0 ? 0 : undefined,
        ),
      };
    },
  },
};

function cachedReads(): Partial<Rules> {
  const reads = new Times();
  const kept = new Map<string, object>();
  const replaced = new Set<unknown>();
  return {
    recordReplaced(facts) {
      replaced.add(facts.before.name);
      return documentRules.recordReplaced(facts);
    },
    recordRead(family, id, record) {
      const key = `${family} ${id}`;
      const known = kept.get(key);
      if (!record || (known && 'name' in known && replaced.has(known.name))) {
        kept.delete(key);
        reads.clear(key);
        return record;
      }
      if (known) return { ...record, ...known };
      if (reads.add(key) === 3) kept.set(key, { ...record });
      return record;
    },
  };
}

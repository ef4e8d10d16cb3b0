/** Groups and users that go wrong after certain writes. */
import { operationFinder } from '../../../simulator/deviations/calls.ts';
import { type HistoryFault, Times } from '../../../simulator/deviations/history/fault.ts';
import { afterPast, both, PATCH, Pasts, PUT } from '../../../simulator/deviations/history/pasts.ts';
import type { Content } from '../../../simulator/fleet/rules/records.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { documentRules, type Rules } from '../../../simulator/options.ts';
import { Deletes, lostAfter } from './lost.ts';

export const recordFaults = {
  'put-after-two-patches': lostAfter(PUT, [PATCH, PATCH], {
    does: 'ignores a PUT after two PATCHes of the same record',
  }),
  'patch-after-two-puts': lostAfter(PATCH, [PUT, PUT], {
    does: 'ignores a PATCH after two PUTs of the same record',
  }),
  'put-patch-put-keeps-name': {
    kind: 'order of writes',
    does: 'keeps the name at a PUT that follows a PUT and a PATCH',
    breaks: both('replaced'),
    rules: () =>
      afterPast((past, write, { before, after }) =>
        write === 'recordReplaced' && past.at(-1) === 'recordUpdated' && past.at(-2) === 'recordReplaced'
          ? { ...after, name: before.name }
          : undefined,
      ),
  },
  'fourth-put': {
    kind: 'n-th time',
    does: 'ignores the fourth PUT of a record',
    breaks: both('replaced'),
    rules: () =>
      afterPast((past, write, { before }) =>
        write === 'recordReplaced' && past.filter((one) => one === write).length === 3 ? before : undefined,
      ),
  },
  'unlisted-after-two-deletes': {
    kind: 'order of writes',
    does: 'does not list what is created right after two DELETEs',
    breaks: both('created-is-listed'),
    rules() {
      const left = new Set<unknown>();
      const deletes = new Deletes();
      return {
        recordsRemoved: deletes.recordsRemoved,
        recordCreated(facts) {
          if (deletes.end() >= 2) left.add(facts.content.name);
          return documentRules.recordCreated(facts);
        },
        recordListed: (facts) => !left.has(facts.record.name),
      };
    },
  },
  'patch-reaches-the-next': {
    kind: 'state of another record',
    does: 'writes the text of the second PATCH of a group into the group created after it',
    breaks: ['groups/updated-spares-others'],
    rules: () => reachingTheNext(2),
  },
  'list-cached-over-patch': {
    kind: 'stale cache',
    does: 'answers a list of groups from a cache that only creating and deleting clear',
    breaks: ['groups/listed-once', 'groups/updated-keeps-rest', 'groups/replaced'],
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      const kept = new Map<string, Reply>();
      let writes = 0;
      return async (call) => {
        const operation = operationOf(call);
        if (operation === 'createGroup' || operation === 'deleteGroup') kept.clear();
        if (operation === 'replaceGroup' || operation === 'updateGroup') writes++;
        // The same list is read often before anything is written.
        if (operation !== 'listGroups' || writes === 0) return handle(call);
        const known = kept.get(call.target);
        const reply = await handle(call);
        if (known && known.status === reply.status && reply.status < 300) return known;
        if (reply.status < 300) kept.set(call.target, reply);
        return reply;
      };
    },
  },
  'id-of-the-one-before': {
    kind: 'id',
    does: 'gives the third group that is created after a DELETE the id of the one before it',
    breaks: ['groups/created-can-be-read'],
    unsteady: true,
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      let deleted = false;
      let since = 0;
      return async (call) => {
        const operation = operationOf(call);
        const reply = await handle(call);
        if (operation === 'deleteGroup') [deleted, since] = [true, 0];
        if (operation !== 'createGroup' || !deleted || reply.status >= 300 || ++since !== 3) return reply;
        const body = reply.body.replace(/"grp-(\d+)"/, (_, id) => `"grp-${Number(id) - 1}"`);
        return { ...reply, body };
      };
    },
  },
  'id-read-as-the-next': {
    kind: 'id',
    does: 'reads a group that was changed twice with the texts of the group created after it',
    breaks: [
      'groups/replaced',
      'groups/updated-keeps-rest',
      'groups/updated-spares-others',
      'groups/replaced-spares-others',
    ],
    rules() {
      const pasts = new Pasts();
      const names = new Map<number, Content>();
      return {
        recordReplaced: (facts) =>
          pasts.note(facts.before, 'recordReplaced', documentRules.recordReplaced(facts)),
        recordUpdated: (facts) =>
          pasts.note(facts.before, 'recordUpdated', documentRules.recordUpdated(facts)),
        recordRead(family, id, record) {
          if (family !== 'group' || !record) return record;
          names.set(id, { ...record });
          const next = names.get(id + 1);
          if (!next || pasts.of({ ...record }).length < 2) return record;
          return { ...record, description: next.description };
        },
      };
    },
  },
} as const satisfies { readonly [name: string]: HistoryFault };

/** The group after one that was patched so often is read with the text of that PATCH. */
function reachingTheNext(patches: number): Partial<Rules> {
  const times = new Times();
  const ids = new Map<unknown, number>();
  const written = new Map<number, unknown>();
  return {
    recordUpdated(facts) {
      const after = documentRules.recordUpdated(facts);
      const count = times.of(facts.before.name) + 1;
      for (let so = 0; so < count; so++) times.add(after.name);
      const id = ids.get(facts.before.name);
      const known = new Set(ids.values());
      if (facts.family === 'group' && count >= patches && id !== undefined && known.has(id + 1))
        written.set(id + 1, `${after.name} ${after.description}`);
      return after;
    },
    recordRead(family, id, record) {
      if (family !== 'group' || !record) return record;
      const content: Content = { ...record };
      ids.set(content.name, id);
      return written.has(id) ? { ...record, description: written.get(id) } : record;
    },
  };
}

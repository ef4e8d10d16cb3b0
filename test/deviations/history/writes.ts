/** Groups and users that go wrong after further sequences of writes. */
import { type HistoryFault, Times } from '../../../simulator/deviations/history/fault.ts';
import { afterPast, both, PATCH, PUT } from '../../../simulator/deviations/history/pasts.ts';
import type { Content } from '../../../simulator/fleet/rules/records.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { documentRules } from '../../../simulator/options.ts';
import { looking } from './looking.ts';
import { Deletes, lostAfter } from './lost.ts';

export const writeFaults = {
  'patch-after-patch-and-put': lostAfter(PATCH, [PATCH, PUT], {
    does: 'ignores a PATCH that follows a PATCH and a PUT of the same record',
  }),
  'patch-after-three-puts': lostAfter(PATCH, [PUT, PUT, PUT], {
    kind: 'n-th time',
    does: 'ignores a PATCH after three PUTs of the same record',
  }),
  'put-after-patch-put-patch': lostAfter(PUT, [PATCH, PUT, PATCH], {
    does: 'ignores a PUT after a PATCH, a PUT and a PATCH of the same record',
  }),
  'put-after-two-puts-and-patch': lostAfter(PUT, [PUT, PUT, PATCH], {
    does: 'ignores a PUT after two PUTs and a PATCH of the same record',
  }),
  'put-after-put-and-two-patches': lostAfter(PUT, [PUT, PATCH, PATCH], {
    does: 'ignores a PUT after a PUT and two PATCHes of the same record',
  }),
  'put-after-put-patch-put': lostAfter(PUT, [PUT, PATCH, PUT], {
    does: 'ignores a PUT after a PUT, a PATCH and a PUT of the same record',
  }),
  'patch-after-put-patch-put': lostAfter(PATCH, [PUT, PATCH, PUT], {
    does: 'ignores a PATCH after a PUT, a PATCH and a PUT of the same record',
  }),
  'fifth-put-keeps-text': {
    kind: 'n-th time',
    does: 'keeps the description at the fifth PUT of a record',
    breaks: both('replaced'),
    rules: () =>
      afterPast((past, write, { before, after }) =>
        write === PUT && past.filter((one) => one === PUT).length === 4 && 'description' in after
          ? { ...after, description: before.description }
          : undefined,
      ),
  },
  'sixth-write': {
    kind: 'n-th time',
    does: 'ignores the sixth write of a record',
    breaks: both('replaced', 'updated-keeps-rest'),
    rules: () => afterPast((past, _, { before }) => (past.length === 5 ? before : undefined)),
  },
  'fourth-patch-clears': {
    kind: 'n-th time',
    does: 'clears the description at the fourth PATCH of a record',
    breaks: both('updated-keeps-rest'),
    rules: () =>
      afterPast((past, write, { after }) =>
        write === PATCH && past.filter((one) => one === PATCH).length === 3 && 'description' in after
          ? { ...after, description: '' }
          : undefined,
      ),
  },
  'deleted-read-from-cache': {
    kind: 'stale cache',
    does: 'reads a record that was replaced twice although it was deleted',
    breaks: both('deleted-is-gone'),
    around: looking(() => {
      const puts = new Times();
      const kept = new Map<string, Reply>();
      return async ({ operation, call, handle }) => {
        const reply = await handle(call);
        const isThere = reply.status < 300;
        if (isThere && (operation === 'replaceGroup' || operation === 'replaceUser')) puts.add(call.target);
        if (operation !== 'readGroup' && operation !== 'readUser') return reply;
        if (isThere && puts.of(call.target) >= 2) kept.set(call.target, reply);
        return isThere ? reply : (kept.get(call.target) ?? reply);
      };
    }),
  },
  'created-with-the-last-text': {
    kind: 'state of another record',
    does: 'creates a record with the description of the PUT before it where three PUTs came in a row',
    breaks: both('created-can-be-read'),
    rules() {
      let row: Content[] = [];
      return {
        recordReplaced(facts) {
          row.push(facts.content);
          return documentRules.recordReplaced(facts);
        },
        recordUpdated(facts) {
          row = [];
          return documentRules.recordUpdated(facts);
        },
        recordCreated(facts) {
          const last = row.length >= 3 ? row.at(-1) : undefined;
          row = [];
          const created = documentRules.recordCreated(facts);
          return last && 'description' in last && 'description' in created
            ? { ...created, description: last.description }
            : created;
        },
      };
    },
  },
  'patch-after-two-deletes': {
    kind: 'state of another record',
    does: 'ignores a PATCH right after two DELETEs of other records',
    breaks: both('updated-keeps-rest'),
    rules() {
      const deletes = new Deletes();
      return {
        recordsRemoved: deletes.recordsRemoved,
        recordCreated(facts) {
          deletes.end();
          return documentRules.recordCreated(facts);
        },
        recordReplaced(facts) {
          deletes.end();
          return documentRules.recordReplaced(facts);
        },
        recordUpdated: (facts) => (deletes.end() >= 2 ? facts.before : documentRules.recordUpdated(facts)),
      };
    },
  },
} as const satisfies { readonly [name: string]: HistoryFault };

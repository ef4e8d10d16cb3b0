/**
 * Faults that show only after certain sequences of calls: the product's own and further ones of eight kinds. The suite plays fixed
 * histories and finds some of them; `explore` draws sequences.
 */
import { fieldOf, parseJson } from '../../contracts/kit/json.ts';
import { type Channel, channels, type JudgedId } from '../../contracts/specification/judged.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { scopeOf } from '../../simulator/deviations/apply.ts';
import { sendsAtOnce } from '../../simulator/deviations/at-once.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { ignoresFourthPatch } from '../../simulator/deviations/history.ts';
import { allowing } from '../../simulator/deviations/limits.ts';
import type { Content } from '../../simulator/fleet/rules/records.ts';
import type { Usage } from '../../simulator/fleet/types.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';

/** The condition under which a fault shows. */
type FaultKind =
  | 'order of writes'
  | 'n-th time'
  | 'state of another record'
  | 'stale cache'
  | 'day change'
  | 'counter'
  | 'race';

export interface SequenceFault {
  kind: FaultKind;
  /** The behaviour of the service, to be read after "It". */
  does: string;
  /** The rules that it breaks: one of them is to be named. */
  breaks: readonly JudgedId[];
  /** Set where it shows by which ids come next, or by what came before the history: it is reported as suspect with its rate. */
  unsteady?: true;
  /** Called once for each simulator. */
  rules?: () => Partial<Rules>;
  around?: () => Around;
}

type RecordRule =
  | 'replaced'
  | 'updated-keeps-rest'
  | 'created-can-be-read'
  | 'created-is-listed'
  | 'deleted-is-gone';

/** These rules, for groups and for users. */
const both = (...names: readonly RecordRule[]) =>
  names.flatMap((name) => [`groups/${name}`, `users/${name}`] as const);

/** The rule of both channels. */
const perChannel = <Name extends string>(...names: Name[]): `limits/${Name}/${'email' | 'sms'}`[] =>
  names.flatMap((name) => [`limits/${name}/email` as const, `limits/${name}/sms` as const]);

/** How often something has happened, by key. */
class Times {
  readonly #counts = new Map<unknown, number>();

  of(key: unknown): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts once more; gives how often it was. */
  add(key: unknown): number {
    this.#counts.set(key, this.of(key) + 1);
    return this.of(key);
  }

  clear(key: unknown): void {
    this.#counts.delete(key);
  }
}

/** One channel of one device. */
const keyOf = ({ deviceId, channel }: { deviceId: number; channel: Channel }) => `${deviceId} ${channel}`;

/** An allowance that goes wrong where `wrong` gives another. */
function wrongly(
  wrong: (facts: Parameters<Parameters<typeof allowing>[1]>[0]) => number | undefined,
): Partial<Rules> {
  return allowing(
    () => true,
    (facts) => wrong(facts) ?? documentRules.allowance(facts),
  );
}

/** The limits that were last set, by device and channel; what is in force is as the document has it. */
function limitsSet() {
  const set = new Map<string, number | null>();
  const limitInForce: Rules['limitInForce'] = (facts) => {
    set.set(keyOf(facts), facts.set);
    return documentRules.limitInForce(facts);
  };
  return { set, limitInForce };
}

const PUT = 'recordReplaced';
const PATCH = 'recordUpdated';
type Write = typeof PUT | typeof PATCH;

/** Writes that go wrong by what was written to the same record before; records are told apart by name. */
function afterPast(
  wrong: (
    past: readonly Write[],
    write: Write,
    facts: { before: Content; after: Content },
  ) => Content | undefined,
): Partial<Rules> {
  const pasts = new Map<unknown, Write[]>();
  const perform = (before: Content, write: Write, right: Content): Content => {
    const past = pasts.get(before.name) ?? [];
    const after = wrong(past, write, { before, after: right }) ?? right;
    pasts.delete(before.name);
    pasts.set(after.name, [...past, write]);
    return after;
  };
  return {
    recordReplaced: (facts) => perform(facts.before, PUT, documentRules.recordReplaced(facts)),
    recordUpdated: (facts) => perform(facts.before, PATCH, documentRules.recordUpdated(facts)),
  };
}

interface Asked {
  operation: OperationId | undefined;
  call: Call;
  /** The id in the path; empty where there is none. */
  device: string;
  handle: Handle;
}

/** A service around which each call is looked at. */
function looking(answer: () => (asked: Asked) => Promise<Reply> | Reply): () => Around {
  return () => (handle, simulator) => {
    const operationOf = operationFinder(simulator);
    const answering = answer();
    return async (call) => {
      const device = /\/devices\/([^/?]+)/.exec(call.target)?.[1] ?? '';
      return answering({ operation: operationOf(call), call, device, handle });
    };
  };
}

/** DELETEs in a row, of any records. */
class Deletes {
  #inRow = 0;

  /** The rule that counts them. */
  readonly recordsRemoved: Rules['recordsRemoved'] = (facts) => {
    this.#inRow++;
    return documentRules.recordsRemoved(facts);
  };

  /** How many came right before another write, which ends the row. */
  end(): number {
    const inRow = this.#inRow;
    this.#inRow = 0;
    return inRow;
  }
}

/** A write that is lost where those before it to the same record end so. */
function lostAfter(
  write: Write,
  before: readonly Write[],
  { kind = 'order of writes', does }: { kind?: FaultKind; does: string },
): SequenceFault {
  return {
    kind,
    does,
    breaks: both(write === PUT ? 'replaced' : 'updated-keeps-rest'),
    rules: () =>
      afterPast((past, now, facts) => {
        const recent = past.slice(-before.length);
        return now === write && recent.join() === before.join() ? facts.before : undefined;
      }),
  };
}

/** A PATCH that writes the whole record as it was when the request came. */
function writesWhatItRead(operation: OperationId): Around {
  return (handle, simulator) => {
    const operationOf = operationFinder(simulator);
    return async (call) => {
      if (operationOf(call) !== operation || call.body === undefined) return handle(call);
      const { headers, target } = call;
      const read = await handle({ method: 'GET', target, headers, body: undefined });
      const before = read.status < 300 ? parseJson(read.body) : undefined;
      await simulator.pace.breathe();
      const patch = parseJson(call.body);
      if (before === undefined || patch === null || typeof patch !== 'object') return handle(call);
      const kept = ['name', 'description'].flatMap((field) => {
        const value = fieldOf(before, field);
        return typeof value === 'string' ? [[field, value]] : [];
      });
      return handle({ ...call, body: JSON.stringify({ ...Object.fromEntries(kept), ...patch }) });
    };
  };
}

/** By name. */
export const sequenceFaults: { readonly [name: string]: SequenceFault } = {
  'fourth-patch': {
    kind: 'n-th time',
    breaks: both('updated-keeps-rest'),
    does: 'ignores the fourth PATCH of a record',
    rules: ignoresFourthPatch,
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
  'patch-after-two-puts': lostAfter(PATCH, [PUT, PUT], {
    does: 'ignores a PATCH after two PUTs of the same record',
  }),
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
  'sixth-write': {
    kind: 'n-th time',
    does: 'ignores the sixth write of a record',
    breaks: both('replaced', 'updated-keeps-rest'),
    rules: () => afterPast((past, _, { before }) => (past.length === 5 ? before : undefined)),
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
  'fifth-change-of-a-limit': {
    kind: 'n-th time',
    does: 'ignores every change of a limit from the fifth on',
    breaks: perChannel('changes-repeat', 'lower-takes-effect', 'raise-takes-effect', 'zero-sends-none'),
    rules() {
      const times = new Times();
      return {
        limitInForce: (facts) =>
          times.add(keyOf(facts)) > 4 ? facts.before : documentRules.limitInForce(facts),
      };
    },
  },
  'raise-after-zero': {
    kind: 'order of writes',
    does: 'ignores a limit that is raised from 0 after it was lowered to 0',
    breaks: perChannel('raise-takes-effect', 'changes-repeat'),
    rules() {
      const lowered = new Set<string>();
      return {
        limitInForce(facts) {
          const { set, before } = facts;
          if (set === 0 && before !== null && before > 1) lowered.add(keyOf(facts));
          return before === 0 && set !== null && lowered.has(keyOf(facts))
            ? before
            : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'none-then-limit': {
    kind: 'order of writes',
    does: 'ignores a limit that is set after one was removed',
    breaks: perChannel('lower-takes-effect', 'changes-repeat', 'zero-sends-none'),
    rules() {
      const removed = new Set<string>();
      return {
        limitInForce(facts) {
          const { set, before } = facts;
          if (set === null && before !== null) removed.add(keyOf(facts));
          return set !== null && before === null && removed.has(keyOf(facts))
            ? before
            : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'both-changed-shares': {
    kind: 'state of another record',
    does: 'counts e-mails as SMS messages on a device on which both limits are 2 or more',
    breaks: perChannel('channels-apart', 'sends-below-limit'),
    rules() {
      const { set, limitInForce } = limitsSet();
      return {
        limitInForce,
        countedTowardsLimit(facts) {
          const { deviceId, usage } = facts;
          const large = channels.every((channel) => (set.get(keyOf({ deviceId, channel })) ?? 0) > 1);
          return large && facts.channel === 'sms'
            ? usage.sms + usage.email
            : documentRules.countedTowardsLimit(facts);
        },
      };
    },
  },
  'second-night-keeps-sms': {
    kind: 'day change',
    does: 'keeps the count of SMS messages at the second end of a day',
    breaks: perChannel('next-day-restores', 'usage-restarts', 'holds-each-day'),
    rules() {
      const nights = new Times();
      return {
        usageNextDay: (facts) =>
          nights.add(facts.deviceId) === 2
            ? { ...documentRules.usageNextDay(facts), sms: facts.usage.sms }
            : documentRules.usageNextDay(facts),
      };
    },
  },
  'night-after-full-day': {
    kind: 'day change',
    does: 'limits nothing on the day after one on which a limit of 2 or more was reached',
    breaks: perChannel('holds-each-day', 'stops-at-limit', 'next-day-restores'),
    rules() {
      const full = new Set<string>();
      const free = new Set<string>();
      return {
        usageNextDay(facts) {
          for (const channel of channels) {
            const key = keyOf({ deviceId: facts.deviceId, channel });
            if (full.delete(key)) free.add(key);
            else free.delete(key);
          }
          return documentRules.usageNextDay(facts);
        },
        ...wrongly((facts) => {
          if (free.has(keyOf(facts))) return facts.requested;
          if (facts.limit > 1 && facts.used + facts.requested >= facts.limit) full.add(keyOf(facts));
          return undefined;
        }),
      };
    },
  },
  'lowering-forgets': {
    kind: 'counter',
    does: 'counts anew towards a limit that was lowered while messages had been sent',
    breaks: perChannel('lower-takes-effect', 'stops-at-limit', 'changes-repeat'),
    rules() {
      const used = new Map<number, Usage>();
      const forgotten = new Map<string, number>();
      return {
        usageAfterSending(facts) {
          const usage = documentRules.usageAfterSending(facts);
          used.set(facts.deviceId, usage);
          return usage;
        },
        usageNextDay(facts) {
          used.delete(facts.deviceId);
          for (const channel of channels) forgotten.delete(keyOf({ deviceId: facts.deviceId, channel }));
          return documentRules.usageNextDay(facts);
        },
        limitInForce(facts) {
          const { deviceId, channel, set, before } = facts;
          const sent = used.get(deviceId)?.[channel] ?? 0;
          if (set !== null && set > 0 && before !== null && set < before && set > sent)
            forgotten.set(keyOf(facts), sent);
          return documentRules.limitInForce(facts);
        },
        countedTowardsLimit: (facts) =>
          documentRules.countedTowardsLimit(facts) - (forgotten.get(keyOf(facts)) ?? 0),
      };
    },
  },
  'withheld-counted': {
    kind: 'counter',
    does: 'counts withheld messages from the third on',
    breaks: perChannel('usage-counts', 'usage-restarts'),
    rules() {
      const withheld = new Times();
      const more = new Times();
      return {
        ...wrongly((facts) => {
          const allowed = documentRules.allowance(facts);
          for (let left = facts.requested - allowed; left > 0; left--)
            if (withheld.add(keyOf(facts)) > 2) more.add(keyOf(facts));
          return allowed;
        }),
        usageShown(facts) {
          const shown = documentRules.usageShown(facts);
          const of = (channel: Channel) => shown[channel] + more.of(keyOf({ ...facts, channel }));
          return { email: of('email'), sms: of('sms') };
        },
      };
    },
  },
  'on-again-never-expires': {
    kind: 'order of writes',
    does: 'lets no device expire whose expiry was switched off and on again',
    breaks: [
      'expiry/reached-expires',
      'expiry/change-any-time',
      'expiry/off-never-expires',
      'expiry/earlier-takes-effect',
    ],
    rules() {
      const on = new Set<number>();
      const off = new Set<number>();
      return {
        expiryInstant(facts) {
          const { deviceId, expires } = facts;
          if (expires) on.add(deviceId);
          else if (on.has(deviceId)) off.add(deviceId);
          return off.has(deviceId) ? null : documentRules.expiryInstant(facts);
        },
      };
    },
  },
  'third-date-ignored': {
    kind: 'n-th time',
    does: 'uses the second date of a device where a third is set',
    breaks: ['expiry/reached-expires', 'expiry/change-any-time', 'expiry/earlier-takes-effect'],
    rules() {
      const dates = new Map<number, string[]>();
      return {
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          const known = dates.get(deviceId) ?? [];
          if (expirationDate !== null && known.at(-1) !== expirationDate)
            dates.set(deviceId, [...known, expirationDate]);
          const all = dates.get(deviceId) ?? [];
          const [, second] = all;
          return documentRules.expiryInstant(
            all.length > 2 && second !== undefined && expirationDate !== null
              ? { ...facts, expirationDate: second }
              : facts,
          );
        },
      };
    },
  },
  'race-for-messages': {
    kind: 'race',
    does: 'lets SMS messages at the same time pass a limit together',
    breaks: perChannel('holds-at-once', 'stops-at-limit'),
    around: () => sendsAtOnce(scopeOf({ channel: 'sms' })),
  },
  'patches-at-once-lose-one': {
    kind: 'race',
    does: 'loses one of two PATCHes of a group at the same time',
    breaks: ['groups/updated-keeps-rest', 'groups/replaced'],
    around: () => writesWhatItRead('updateGroup'),
  },
  'sixth-location-lost': {
    kind: 'n-th time',
    does: 'loses the sixth location of a device',
    breaks: ['devices/posted-location-becomes-last'],
    around: looking(() => {
      const posts = new Times();
      const last = new Map<string, Reply>();
      return async ({ operation, call, device, handle }) => {
        if (operation !== 'postLocations') return handle(call);
        const before = last.get(device);
        if (before && posts.of(device) === 5) {
          posts.add(device);
          return before;
        }
        const reply = await handle(call);
        if (reply.status < 300) {
          posts.add(device);
          last.set(device, reply);
        }
        return reply;
      };
    }),
  },
  'location-cached-after-alert': {
    kind: 'stale cache',
    does: 'answers with the last location of a device that was read after an alert as it was then',
    breaks: ['devices/posted-location-becomes-last'],
    around: looking(() => {
      const alerted = new Set<string>();
      const kept = new Map<string, Reply>();
      return async ({ operation, call, device, handle }) => {
        const reply = await handle(call);
        if (operation === 'postAlerts') alerted.add(device);
        if (operation !== 'lastLocation' || reply.status >= 300) return reply;
        if (alerted.delete(device)) kept.set(device, reply);
        return kept.get(device) ?? reply;
      };
    }),
  },
  'second-date-after-activation': {
    kind: 'order of writes',
    does: 'goes by the first date after an activation where a second is set',
    breaks: [
      'expiry/reached-expires',
      'expiry/change-any-time',
      'expiry/earlier-takes-effect',
      'licences/expires-again',
    ],
    rules() {
      const first = new Map<number, string | undefined>();
      return {
        licenceAfterActivation(facts) {
          first.set(facts.deviceId, undefined);
          return documentRules.licenceAfterActivation(facts);
        },
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          if (!first.has(deviceId) || expirationDate === null) return documentRules.expiryInstant(facts);
          const known = first.get(deviceId) ?? expirationDate;
          first.set(deviceId, known);
          return documentRules.expiryInstant({ ...facts, expirationDate: known });
        },
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

/** What a run would judge and cause, worked out without sending anything. */
import { expand, type Judged, type JudgedId } from '../../specification/judged.ts';
import { rules } from '../../specification/rules/index.ts';
import type { Case, Cases, Cost, Touches } from '../case.ts';
import type { Makeable } from '../finding.ts';
import { isSelected, type VerifyOptions } from '../options.ts';

/** One case for one judged id. */
export interface Planned {
  judged: Judged;
  case: Case;
  touches: Touches;
  cost: Cost;
  /** Left out because the run is read-only. */
  readOnly: boolean;
}

/** Which cases are asked for. */
export type Selecting = Pick<VerifyOptions, 'only' | 'skip' | 'readOnly'>;

export interface PlannedEntry {
  id: JudgedId;
  touches: Touches;
  requests: number;
  messages: number;
  creates: Makeable[];
  /** What it does not need to do because the run is read-only: then it is inconclusive. */
  leftOut: boolean;
}

/** What a run causes at most. */
export interface Plan {
  entries: PlannedEntry[];
  totals: { judged: number; requests: number; messages: number; creates: { [M in Makeable]: number } };
}

/** Requests that belong to no case: finding the controls, the first token, lists, calibration. */
const SHARED_REQUESTS = 50;

/** The selected cases, in the order of the ledger. */
export function selectCases(cases: Cases, options: Selecting): Planned[] {
  return rules.flatMap((rule) => {
    const one = cases[rule.id];
    if (!one) return [];
    return expand(rule)
      .filter(({ id }) => isSelected(id, options))
      .map((judged) => {
        const touches = typeof one.touches === 'function' ? one.touches(judged) : one.touches;
        const cost = typeof one.cost === 'function' ? one.cost(judged) : one.cost;
        return { judged, case: one, touches, cost, readOnly: isLeftOut(touches, options) };
      });
  });
}

/** A read-only run may let time pass, but does not move it. */
function isLeftOut(touches: Touches, { readOnly }: Selecting): boolean {
  return readOnly === true && touches !== 'nothing' && touches !== 'quiet';
}

export function planOf(cases: Cases, options: Selecting): Plan {
  const planned = selectCases(cases, options);
  const shared = sharedBy(planned);
  const entries = planned.map(({ judged, touches, cost, readOnly }) => ({
    id: judged.id,
    touches,
    requests: readOnly ? 0 : cost.requests,
    messages: readOnly ? 0 : (cost.messages ?? 0),
    creates: options.readOnly ? [] : [...(cost.creates ?? [])],
    leftOut: readOnly,
  }));
  const creates = { group: 0, user: 0, device: 0 };
  const made = [...entries, ...shared].flatMap((entry) => entry.creates ?? []);
  for (const one of made) creates[one]++;
  const sum = (pick: (entry: PlannedEntry) => number) =>
    entries.reduce((total, entry) => total + pick(entry), 0);
  const deletes = creates.group + creates.user;
  return {
    entries,
    totals: {
      judged: entries.length,
      requests:
        sum(({ requests }) => requests) +
        shared.reduce((total, { requests }) => total + requests, 0) +
        deletes +
        (entries.length > 0 ? SHARED_REQUESTS : 0),
      messages: sum(({ messages }) => messages),
      creates,
    },
  };
}

/** What several of these cases cause together, once each. */
function sharedBy(planned: readonly Planned[]): NonNullable<Cost['shared']>[] {
  const caused = planned.flatMap(({ cost, readOnly }) => (readOnly || !cost.shared ? [] : [cost.shared]));
  return [...new Map(caused.map((one) => [one.key, one])).values()];
}

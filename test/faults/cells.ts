/**
 * The cells of the table: a deviation, judged by the rules that it breaks, with a profile that lacks something. A rule that
 * is broken passes in none, but for a pass by status alone where the profile does not say where records are.
 */

import { toDirect } from '../../cli/exploring/direct.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import { mix } from '../../contracts/kit/random.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { areaOf, rules } from '../../contracts/specification/rules/index.ts';
import type { Verdict } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { type Defect, defectOf, deviantSimulator, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import type { Fleet } from '../../simulator/fleet/fleet.ts';
import type { Handle } from '../../simulator/http/call.ts';
import { quickHost } from '../quick-host.ts';
import { SEED } from '../sample.ts';
import { ADDRESS, demo } from '../suite/judging/exploring.ts';
import { furtherFaults } from './index.ts';
import { isBroken } from './judging.ts';
import { type Devices, KNOWN, type Reduced, reducedProfiles } from './profiles.ts';

/** A service that breaks rules. */
export interface Broken {
  /** The fault, to be read after "a service that". */
  readonly what: string;
  /** Judged ids, or beginnings of some. */
  readonly breaks: readonly string[];
  defect(): Defect;
}

export interface Cell {
  readonly broken: Broken;
  readonly reduced: Reduced;
}

/** The outcome of one rule in a cell. `by status`: it passed, by what was served and refused alone. */
interface Judged {
  readonly id: string;
  readonly verdict: Verdict | 'by status';
  readonly reason: string;
  readonly unlock: readonly string[];
}

/** The deviation from each rule, in one of its operations or channels by the seed: it breaks the same in the others. */
const ofRules: readonly Broken[] = rules.map((rule) => {
  const deviation = deviations[rule.id];
  const ids = expand(rule);
  const one = itemAt(ids, mix(SEED, rule.id.length, 2) % ids.length);
  const breaks = (deviation.breaks ?? [rule.id]).map((id) => (id === rule.id ? one.id : id));
  return { what: `${rule.id}: ${deviation.does}`, breaks, defect: () => defectOf(deviation, scopeOf(one)) };
});

/** Further faults by the rule that each breaks first: of its others it may break none. */
const further: readonly Broken[] = furtherFaults.map((fault) => ({
  ...{ what: fault.does, breaks: fault.breaks.slice(0, 1), defect: () => defectOf(fault) },
}));

const ofDevices: ReadonlySet<string> = new Set(['limits', 'expiry', 'licences']);

/** Rules about devices with the run's own devices, and with those that the profile names; others with the run's own. */
export function cellsWith(devices: Devices, of: 'rules' | 'further' = 'rules'): Cell[] {
  const profiles = reducedProfiles(devices);
  return (of === 'rules' ? ofRules : further).flatMap((broken) => {
    const isOfDevices = broken.breaks.some((id) => ofDevices.has(id.split('/', 1)[0] ?? ''));
    if (devices !== 'made' && !isOfDevices) return [];
    return profiles
      .filter((reduced) => isOfUse(reduced.lacks, isOfDevices) && !isOutOfSight(broken, reduced))
      .map((reduced) => ({ broken, reduced }));
  });
}

/** Deviations by the fact that they act on, and the profiles that have no place for it, so that nothing sends or shows it. */
const facts: readonly (readonly [does: RegExp, lacks: RegExp])[] = [
  [/writes the description/, /\/description$|records\.(group|user)$/],
  [/^users.* email /, /user\/fields\/email$/],
];

/** A deviation that acts on a fact which the profile has no place for is none there. */
function isOutOfSight({ what }: Broken, { lacks }: Reduced): boolean {
  return facts.some(([does, without]) => does.test(what) && without.test(lacks));
}

/** Controls decide rules about devices, and records those of records: the other ones no verdict rests on. */
function isOfUse(lacks: string, isOfDevices: boolean): boolean {
  if (lacks.startsWith('/controls')) return isOfDevices;
  return !isOfDevices || !/\/records\.|^\/samples|^\/known\/(group|user)/.test(lacks);
}

export async function judgedIn({ broken, reduced }: Cell): Promise<Judged[]> {
  const prepare = reduced.devices === 'expired' ? { prepare: expireKnown } : {};
  const simulator = deviantSimulator(broken.defect(), { devices: 4, licences: 14, ...prepare });
  try {
    const host = quickHost(simulator.fetch, 'reduced77', toDirect(disguised(simulator.handle)));
    const { profile } = reduced;
    const options = { baseUrl: ADDRESS, credentials: demo, profile, only: broken.breaks, seed: 1 };
    const { outcomes } = await verify(options, host);
    return outcomes
      .filter(({ id }) => isBroken(broken, id))
      .map(({ id, verdict, reason, byStatus, unlock = [] }) => ({
        ...{ id, reason, unlock },
        verdict: verdict === 'pass' && byStatus ? 'by status' : verdict,
      }));
  } finally {
    simulator.stop();
  }
}

/** The broken rules that pass where none may. */
export async function wrongIn(cell: Cell): Promise<string[]> {
  const { lacks } = cell.reduced;
  const all = await judgedIn(cell);
  return all
    .filter((one) => isWrong(cell, one))
    .map(({ id, verdict, reason }) => `${id} without ${lacks}: ${verdict}. ${reason}`);
}

function isWrong({ reduced: { lacks } }: Cell, { id, verdict }: Judged): boolean {
  const area = areaOf(id as Parameters<typeof areaOf>[0]);
  const mayBeByStatus = (area === 'auth' || area === 'operations') && namesNoRecords(lacks);
  return verdict === 'pass' || (verdict === 'by status' && !mayBeByStatus);
}

/** Tells whether a profile without this does not say where records are, whether posts are records, or not what writes answer. */
function namesNoRecords(lacks: string): boolean {
  return (
    lacks === 'every answer' ||
    /^\/openings\/(records\.|operations\.|(locations|alerts)\.purpose)/.test(lacks)
  );
}

/** Puts the address out of use by which a simulator is recognised: its controls are those of the profile. */
function disguised(handle: Handle): Handle {
  return async (call) =>
    call.method === 'GET' && call.target === '/_control/clock'
      ? { status: 404, headers: {}, body: 'Not here' }
      : handle(call);
}

/** The devices that the profile names expire by a date that is long past. */
function expireKnown(fleet: Fleet): void {
  for (const id of KNOWN) fleet.limits.set(id, { expires: true, expirationDate: '2001-01-01' });
}

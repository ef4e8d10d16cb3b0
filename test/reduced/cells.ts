/**
 * The cells of the table: a deviation, judged by the rules that it breaks, with a profile that lacks something. A rule that
 * is broken passes in none, but for a pass by status alone where the profile does not say where records are.
 */
import { areaOf } from '../../contracts/specification/rules/index.ts';
import type { Verdict } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { type Defect, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import type { Fleet } from '../../simulator/fleet/fleet.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import type { Handle } from '../../simulator/http/call.ts';
import { ADDRESS, demo } from '../explore/exploring.ts';
import { quickHost } from '../matrix/host.ts';
import { scopesDrawn } from '../matrix/sample.ts';
import { type Mutant, mutants } from '../mutants/mutants.ts';
import { type Devices, KNOWN, type Reduced, reducedProfiles } from './profiles.ts';

/** A service that breaks rules, or none. */
export interface Broken extends Pick<Mutant, 'what' | 'breaks'> {
  readonly isFurther: boolean;
  defect(): Defect;
}

export interface Cell {
  readonly broken: Broken;
  readonly reduced: Reduced;
}

/** The outcome of one rule in a cell. `by status`: it passed, by what was served and refused alone. */
export interface Judged {
  readonly id: string;
  readonly verdict: Verdict | 'by status';
  readonly reason: string;
  readonly unlock: readonly string[];
}

const ofProduct: ReadonlySet<unknown> = new Set(Object.values(deviations));

/** Each deviation in one of its scopes: the others break the same in another operation or channel. */
const brokenServices: readonly Broken[] = scopesDrawn().flatMap((place): Broken[] => {
  const mutant = mutants[place];
  // A pass says nothing of what only a thorough run surely finds.
  if (!mutant || mutant.thorough) return [];
  return [{ ...mutant, isFurther: !ofProduct.has(mutant.deviation) }];
});

const ofDevices: ReadonlySet<string> = new Set(['limits', 'expiry', 'licences']);

/** Rules about devices with the run's own devices, and with those that the profile names; others with the run's own. */
export function cellsWith(devices: Devices): Cell[] {
  const profiles = reducedProfiles(devices);
  return brokenServices.flatMap((broken) => {
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
  [/^groups.*(second (PATCH|PUT)|empty text)/, /group\/fields\/description$/],
  [/^users.*( email |second (PATCH|PUT)|look like numbers)/, /user\/fields\/email$/],
  [/adds the devices of a PUT/, /group\/fields\/deviceIds$/],
];

/** A deviation that acts on a fact which the profile has no place for, or on a device that is not the run's, is none there. */
function isOutOfSight({ what }: Broken, { lacks, devices }: Reduced): boolean {
  if (devices === 'made' && what.endsWith('for the first device as well')) return true;
  if (devices !== 'made' && what.endsWith('but for the first devices')) return true;
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
    // An id is the beginning of others as well.
    const isOfBroken = ({ id }: { id: string }) =>
      broken.breaks.some((one) => one === id || one.endsWith('/')) || broken.breaks.length === 0;
    return outcomes.filter(isOfBroken).map(({ id, verdict, reason, byStatus, unlock = [] }) => ({
      ...{ id, reason, unlock },
      verdict: verdict === 'pass' && byStatus ? 'by status' : verdict,
    }));
  } finally {
    simulator.stop();
  }
}

/** Whether a broken rule passes where none may. */
export function isWrong({ reduced: { lacks } }: Cell, { id, verdict }: Judged): boolean {
  const area = areaOf(id as Parameters<typeof areaOf>[0]);
  const mayBeByStatus = (area === 'auth' || area === 'operations') && namesNoRecords(lacks);
  return verdict === 'pass' || (verdict === 'by status' && !mayBeByStatus);
}

/** Whether a profile without this says not where records are, whether posts are records, or not what writes answer. */
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

/** Runs of the suite against a service with a fault, in this process and in virtual time. */

import { toDirect } from '../../cli/exploring/direct.ts';
import type { Profile } from '../../contracts/profile/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import type { Run, Verdict } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import { quickHost } from '../quick-host.ts';

const demo = { baseUrl: 'http://127.0.0.1:4010', credentials: { userName: 'demo', apiKey: 'demo-key' } };

export interface Asked {
  /** Judged ids, or the beginnings of some. Absent: all. */
  only?: readonly string[];
  seed?: number;
  /** The dialect that the service speaks. Default: the plain one. */
  profile?: Profile | undefined;
  /** The profile that the suite is given; `null` gives none. Default: that of the service. */
  known?: Profile | null;
}

/** The run of the suite with what is asked for. The same question has the same answer. */
export async function judged(fault: Deviation, { only, seed = 1, profile, known }: Asked = {}): Promise<Run> {
  const simulator = deviantSimulator(defectOf(fault), profile && { profile });
  const host = quickHost(simulator.fetch, 'faults', toDirect(simulator.handle));
  try {
    const given = known === undefined ? simulator.profile : known;
    return await verify({ ...demo, seed, ...(given && { profile: given }), ...(only && { only }) }, host);
  } finally {
    simulator.stop();
  }
}

/** Ids with a verdict. */
export function idsWith({ outcomes }: Run, verdict: Verdict): string[] {
  return outcomes.flatMap((outcome) => (outcome.verdict === verdict ? [outcome.id] : []));
}

/** Returns whether a fault breaks an id. */
export function isBroken({ breaks }: { breaks: readonly string[] }, id: string): boolean {
  return breaks.some((one) => id === one || id.startsWith(one.endsWith('/') ? one : `${one}/`));
}

/** All ids that are judged. */
export const judgedIds: readonly string[] = rules.flatMap(expand).map(({ id }) => id);

/** The first id that a fault breaks. */
export function firstOf({ does, breaks: [first = ''] }: { does: string; breaks: readonly string[] }): string {
  const id = judgedIds.find((one) => isBroken({ breaks: [first] }, one));
  if (id === undefined) throw new Error(`The fault "${does}" breaks no rule.`);
  return id;
}

/** Outcomes of ids with their reasons, for a failed test to show. */
export function told({ outcomes }: Run, isMeant: (id: string) => boolean): string[] {
  return outcomes.flatMap(({ id, verdict, reason }) => (isMeant(id) ? [`${id} ${verdict}: ${reason}`] : []));
}

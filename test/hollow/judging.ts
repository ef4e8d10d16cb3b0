/** Hollow services as they are judged, as far as a profile describes them. */
import type { Profile } from '../../contracts/profile/index.ts';
import type { JudgedId } from '../../contracts/specification/judged.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { ADDRESS, demo } from '../explore/exploring.ts';
import { quickHost } from '../matrix/host.ts';
import type { Hollow } from './services.ts';

export const descriptions = ['none', 'short', 'full'] as const;
export type Description = (typeof descriptions)[number];

/** The places of the records, and how lists and writes are answered: what a tester writes down first. */
const written = [
  'operations.envelope',
  'operations.status',
  'records.device',
  'records.group',
  'records.user',
  'records.location',
  'auth.refusal',
] as const;

function describedBy(description: Description, profile: Profile): { profile?: Profile } {
  if (description === 'none') return {};
  if (description === 'full') return { profile };
  const openings = Object.fromEntries(written.map((id) => [id, profile.openings[id]]));
  return { profile: { roadtest: 1, name: 'short', openings } };
}

/** The ids that pass. */
export async function passedBy({ around }: Hollow, description: Description): Promise<JudgedId[]> {
  const simulator = deviantSimulator({ around }, { devices: 3 });
  try {
    const options = { baseUrl: ADDRESS, credentials: demo, ...describedBy(description, simulator.profile) };
    const host = quickHost(simulator.fetch, 'hollow77', toDirect(simulator.handle));
    const { outcomes } = await verify({ ...options, seed: 1 }, host);
    return outcomes.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id] : []));
  } finally {
    simulator.stop();
  }
}

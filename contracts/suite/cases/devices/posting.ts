/** A report of a device as of now, beside what is judged. */
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Kit } from '../../kit.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { sampleOf } from './samples.ts';

const reports = {
  location: { operation: 'postLocations', posting: 'locations' },
  alert: { operation: 'postAlerts', posting: 'alerts' },
} as const;

export type Report = keyof typeof reports;

export interface Posted {
  sent: ReturnType<typeof sampleOf<Report>>;
  answer: Answer;
}

/** Posts the sample; `undefined` where the profile does not say that this records it. */
export async function postSample(kit: Kit, id: AnyId, report: Report): Promise<Posted | undefined> {
  const { operation, posting } = reports[report];
  const { openings } = kit.profile;
  const mayNot = openings['auth.roles']?.mayNotCall.includes(operation) ?? false;
  if (openings[`${posting}.purpose`]?.does !== 'record' || mayNot) return undefined;
  const post = async () => {
    const sent = sampleOf(kit, report);
    const body = kit.lens.posting(posting).write([sent]);
    return { sent, answer: await kit.call(operation, { id, body }) };
  };
  return post().catch(unlessUnbound);
}

/** A report of a device as of now, beside what is judged. */
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import type { Place } from './places.ts';
import { sampleOf } from './samples.ts';

const reports = {
  location: { operation: 'postLocations', posting: 'locations' },
  alert: { operation: 'postAlerts', posting: 'alerts' },
} as const;

type Report = keyof typeof reports;

/** Posts the sample, at a `place` of its own; `undefined` where the profile does not say that this records it. */
export async function postSample(
  context: CaseContext,
  id: AnyId,
  report: Report,
  place?: Place,
): Promise<Answer | undefined> {
  const { operation, posting } = reports[report];
  const { openings } = context.profile;
  const mayNot = openings['auth.roles']?.mayNotCall.includes(operation) ?? false;
  if (openings[`${posting}.purpose`]?.does !== 'record' || mayNot) return undefined;
  const post = async () => {
    const body = context.lens.posting(posting).write([{ ...sampleOf(context, report), ...place }]);
    return context.call(operation, { id, body });
  };
  return post().catch(unlessUnbound);
}

/** How exactly a coordinate is kept: the first location that a run posts, and the one that is read. */
import type { Deployment } from '../../deployment/deployment.ts';
import { sampledPlace } from '../../deployment/probing/posts.ts';
import { contentOf } from '../../deployment/reading/answers.ts';

/** More are looked at where the profile says that all are kept. */
const SOME = 4;

/** `undefined` where it does not show. */
export async function decimalsKept(deployment: Deployment, exchanges: number[]): Promise<string | undefined> {
  if (deployment.profile.openings['locations.purpose']?.does !== 'record') return undefined;
  const posted = await deployment.probes.served('postLocations');
  const { answer, good, id } = await deployment.probes.served('lastLocation');
  if (!good || !deployment.probes.shows(posted) || id !== posted.id) return undefined;
  const sent = sampledPlace(deployment.profile);
  const { facts } = deployment.lens.reply('location').read(contentOf(answer));
  const { latitude, longitude } = facts;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  exchanges.push(posted.answer.exchange, answer.exchange);
  const pinned = deployment.profile.openings['records.text']?.decimals ?? SOME;
  // So few decimals are kept in any case.
  if (Math.max(decimalsOf(sent.latitude), decimalsOf(sent.longitude)) <= pinned) return undefined;
  if (latitude === sent.latitude && longitude === sent.longitude) return 'kept';
  const decimals = Math.max(decimalsOf(latitude), decimalsOf(longitude));
  const isRounded = (read: number, exact: number) => Math.abs(read - exact) < 10 ** -decimals;
  // Any other place is another one: a later report, or a fault that rules are there for.
  if (!isRounded(latitude, sent.latitude) || !isRounded(longitude, sent.longitude)) return undefined;
  return `${decimals}`;
}

function decimalsOf(value: number): number {
  return `${value}`.split('.')[1]?.length ?? 0;
}

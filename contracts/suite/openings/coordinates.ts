/** How exactly a coordinate is kept: the first location that a run posts, and the one that is read. */
import type { CaseContext } from '../case-context.ts';
import { contentOf } from '../reading/success.ts';
import { sampledPlace } from '../session/posts.ts';

/** More are looked at where the profile says that all are kept. */
const SOME = 4;

/** `undefined` where it does not show. */
export async function decimalsKept(context: CaseContext, exchanges: number[]): Promise<string | undefined> {
  if (context.profile.openings['locations.purpose']?.does !== 'record') return undefined;
  const posted = await context.probes.served('postLocations');
  const { answer, good, id } = await context.probes.served('lastLocation');
  if (!good || !context.probes.shows(posted) || id !== posted.id) return undefined;
  const sent = sampledPlace(context.profile);
  const { facts } = context.lens.reply('location').read(contentOf(answer));
  const { latitude, longitude } = facts;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  exchanges.push(posted.answer.exchange, answer.exchange);
  const pinned = context.profile.openings['records.text']?.decimals ?? SOME;
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

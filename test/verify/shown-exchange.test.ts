/** The exchange that reports show of a failure is the one that broke the rule, not just the last of the case. */
import { expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { Exchange } from '../../contracts/verify/run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviationFaults, furtherFaults } from '../faults/index.ts';
import { outcomeOf, runAgainst } from './support.ts';

/** Lists of three records, and one more page than the record is on. */
const paged = completeProfile({
  roadtest: 1,
  name: 'paged',
  openings: { 'operations.paging': { by: 'offset', size: 3, max: 50, firstPage: 1, totalHeader: null } },
});

interface Broken {
  does: string;
  id: string;
  /** Whether it is the right exchange. */
  shows(exchange: Exchange, observed: string): boolean;
}

const idIn = (text: string) => /(?:group|user) ([\w-]+)/.exec(text)?.[1] ?? 'none';

const broken: readonly Broken[] = [
  {
    does: 'carries out every write before it looks at the signature',
    id: 'auth/tampered-refused/updateGroup',
    shows: ({ request, reply }) => request.method === 'PATCH' && reply?.status === 401,
  },
  {
    does: 'carries out every write before it looks at the token',
    id: 'auth/garbage-refused/deleteUser',
    shows: ({ request, reply }) => request.method === 'DELETE' && reply?.status === 401,
  },
  {
    does: 'reads a deleted group as before',
    id: 'groups/deleted-is-gone',
    shows: ({ request, reply }, said) => request.url.endsWith(`/${idIn(said)}`) && reply?.status === 200,
  },
  {
    does: 'lists a deleted group until another is created',
    id: 'groups/deleted-is-gone',
    shows: ({ request, reply }, said) =>
      /\/groups(\?|$)/.test(request.url) && reply?.body.includes(`"${idIn(said)}"`) === true,
  },
  {
    does: 'expiry/reached-expires: lets no device expire',
    id: 'expiry/reached-expires',
    shows: ({ reply }) => /"licence":"used"/.test(reply?.body ?? ''),
  },
];

it.each(broken)('a service that $does: $id', async ({ does, id, shows }) => {
  const fault = [...deviationFaults, ...furtherFaults].find((one) => one.does === does);
  if (!fault) throw new Error(`no fault ${does}`);
  const simulator = deviantSimulator(defectOf(fault), { profile: paged });
  const run = await runAgainst(simulator.fetch, { profile: simulator.profile, only: [id], thorough: true });
  simulator.stop();
  const outcome = outcomeOf(run, id);
  expect(outcome.verdict).toBe('fail');
  const exchange = run.exchanges.find(({ index }) => index === outcome.exchanges.at(-1));
  expect(
    exchange && shows(exchange, outcome.reason),
    JSON.stringify([outcome.reason, exchange?.request.url]),
  ).toBe(true);
});

/** The exchange that reports show of a failure is the one that broke the rule, not just the last of the case. */
import { expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { Exchange } from '../../contracts/verify/run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { mutants } from '../mutants/mutants.ts';
import { oneIn } from '../sample.ts';
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
    does: 'carries out what it refuses for an altered token',
    id: 'auth/tampered-refused/updateGroup',
    shows: ({ request, reply }) => request.method === 'PATCH' && reply?.status === 401,
  },
  {
    does: 'carries out what it refuses for a made-up token',
    id: 'auth/garbage-refused/deleteUser',
    shows: ({ request, reply }) => request.method === 'DELETE' && reply?.status === 401,
  },
  {
    does: 'ignores a DELETE',
    id: 'groups/deleted-is-gone',
    shows: ({ request, reply }, said) => request.url.endsWith(`/${idIn(said)}`) && reply?.status === 200,
  },
  {
    does: 'lists what was deleted',
    id: 'groups/deleted-is-gone',
    shows: ({ request, reply }, said) =>
      /\/groups(\?|$)/.test(request.url) && reply?.body.includes(`"${idIn(said)}"`) === true,
  },
  {
    does: 'lets no device expire',
    id: 'expiry/reached-expires',
    shows: ({ reply }) => /"licence":"used"/.test(reply?.body ?? ''),
  },
];

it.each(oneIn(2, broken))('a service that $does: $id', async ({ does, id, shows }) => {
  const mutant = mutants.find((one) => one.deviation.does === does && one.breaks.includes(id));
  if (!mutant) throw new Error(`no mutant ${does}`);
  const simulator = deviantSimulator(mutant.defect(), { profile: paged });
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

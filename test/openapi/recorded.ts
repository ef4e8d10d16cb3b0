/** The exchanges while the contract suite judges a permutant. */

import type { CompleteProfile } from '../../contracts/profile/index.ts';
import { compileLens } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import type { Simulator } from '../../simulator/index.ts';
import { open, type Permutant } from '../permutants/compose.ts';
import { quickHost } from '../quick-host.ts';
import type { Exchange } from './fits.ts';

type Handle = Simulator['handle'];

/** Without what no profile says: a gate around the service, and token answers of its own. */
function asDescribed(permutant: Permutant): Permutant {
  const { rules, ...options } = permutant.options;
  const { issuedAnswer: _, refusedAnswer: __, ...others } = rules ?? {};
  return { ...permutant, options: { ...options, rules: others }, gate: undefined };
}

export async function recorded(permutant: Permutant): Promise<Exchange[]> {
  const { simulator } = open(asDescribed(permutant));
  const exchanges: Exchange[] = [];
  const handle: Handle = async (call) => {
    const reply = await simulator.handle(call);
    if (call.method !== 'HEAD' && !call.target.startsWith('/_control'))
      exchanges.push({
        method: call.method,
        target: call.target,
        body: call.body,
        reply: { status: reply.status, headers: reply.headers, text: reply.body },
      });
    return reply;
  };
  const host = quickHost(simulator.fetch, 'recorded', toDirect(handle));
  await verify(
    {
      baseUrl: 'http://127.0.0.1',
      credentials: { userName: 'demo', apiKey: 'demo-key' },
      profile: permutant.profile,
    },
    host,
  );
  simulator.stop();
  return exchanges;
}

/** Whether a reply is none of a refusal. */
export function isServedIn(profile: CompleteProfile): (exchange: Exchange) => boolean {
  const { errors } = compileLens(profile.openings);
  return ({ reply }) =>
    reply.status < 300 &&
    !reply.text.includes('"success":false') &&
    errors.read(reply.text).facts.success !== false;
}

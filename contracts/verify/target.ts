/** The deployment that code names: an address, a simulator in this process, or a function that answers requests. */

import type { Credentials } from '../deployment/options.ts';
import type { Profile } from '../profile/profile.ts';

/** A simulator as `createSimulator()` of `roadtest` returns it; the suite uses no more of it than this. */
export interface InProcessSimulator {
  fetch(request: Request): Promise<Response>;
  readonly profile: Profile;
  readonly fleet: { readonly account: { readonly userName: string; readonly apiKey: string } };
}

/** The deployment to judge: an address, a simulator in this process, or a function that answers requests. */
export type Deployment =
  | { baseUrl: string; fetch?: (request: Request) => Promise<Response>; simulator?: never }
  | { simulator: InProcessSimulator; baseUrl?: never; fetch?: never }
  | { fetch: (request: Request) => Promise<Response>; baseUrl?: never; simulator?: never };

/** The base address of a deployment that has none: requests go to the function or the simulator that is given. */
const IN_PROCESS = 'http://localhost';

export function baseUrlOf({ baseUrl }: Deployment): string {
  return baseUrl ?? IN_PROCESS;
}

/** Returns the function that requests go to; `undefined` means over the network. */
export function fetchOf({
  simulator,
  fetch,
}: Deployment): ((request: Request) => Promise<Response>) | undefined {
  return simulator ? (request) => simulator.fetch(request) : fetch;
}

export function credentialsOf({ simulator }: Deployment): Credentials | undefined {
  if (!simulator) return undefined;
  const { userName, apiKey } = simulator.fleet.account;
  return { userName, apiKey };
}

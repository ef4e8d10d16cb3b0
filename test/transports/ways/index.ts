/** The ways in that need no browser; `../browser/service-worker.ts` is the fifth. */
import type { Transport } from '../transport.ts';
import { direct } from './direct.ts';
import { http } from './http.ts';
import { mswNode } from './msw-node.ts';
import { world } from './world.ts';

export function transports(): Transport[] {
  return [direct(), http(), mswNode(), world()];
}

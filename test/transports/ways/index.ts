/** The four ways in. */
import type { Transport } from '../transport.ts';
import { direct } from './direct.ts';
import { http } from './http.ts';
import { mswNode } from './msw-node.ts';
import { serviceWorker } from './service-worker.ts';

export function transports(): Transport[] {
  return [direct(), http(), mswNode(), serviceWorker()];
}

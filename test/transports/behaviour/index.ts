/**
 * What a client relies on, by subject. Each function registers tests over `open`, which gives a client
 * with a fresh simulator; none of them knows how the calls get there or which profile is spoken.
 */
import type { Open } from '../caller.ts';
import { badInputBehaviour } from './bad-input.ts';
import { clockBehaviour } from './clock.ts';
import { deviceBehaviour } from './devices.ts';
import { licenceBehaviour } from './licences.ts';
import { limitBehaviour } from './limits.ts';
import { operationBehaviour } from './operations.ts';
import { recordBehaviour } from './records.ts';
import { tokenBehaviour } from './tokens.ts';

export function behaviour(open: Open): void {
  tokenBehaviour(open);
  operationBehaviour(open);
  clockBehaviour(open);
  deviceBehaviour(open);
  limitBehaviour(open);
  licenceBehaviour(open);
  recordBehaviour(open);
  badInputBehaviour(open);
}

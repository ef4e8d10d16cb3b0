/**
 * What a client relies on, by subject. Each function registers tests over `open`, which gives a client
 * with a fresh simulator; none of them knows how the calls get there or which profile is spoken.
 */
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { CompleteProfile } from '../../../contracts/profile/index.ts';
import { type Open, openCaller } from '../caller.ts';
import type { Transport } from '../transport.ts';
import { badInputBehaviour } from './bad-input.ts';
import { clockBehaviour } from './clock.ts';
import { deviceBehaviour } from './devices.ts';
import { licenceBehaviour } from './licences.ts';
import { limitBehaviour } from './limits.ts';
import { operationBehaviour } from './operations.ts';
import { recordBehaviour } from './records.ts';
import { tokenBehaviour } from './tokens.ts';

/** Registers all of them over one way in, in each of the profiles. */
export function behaveOver(transport: Transport, profiles: readonly CompleteProfile[]): void {
  describe(transport.name, () => {
    beforeAll(() => transport.start());
    afterEach(() => transport.closeAll());
    afterAll(() => transport.stop());

    for (const profile of profiles) {
      describe(`profile ${profile.name}`, () =>
        behaviour((options) => openCaller(transport, profile, options)));
    }
  });
}

function behaviour(open: Open): void {
  tokenBehaviour(open);
  operationBehaviour(open);
  clockBehaviour(open);
  deviceBehaviour(open);
  limitBehaviour(open);
  licenceBehaviour(open);
  recordBehaviour(open);
  badInputBehaviour(open);
}

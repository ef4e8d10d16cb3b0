/**
 * The behaviour that a client relies on, by subject. Each function registers tests over `open`, which gives a client
 * with a fresh simulator; none of them knows how the calls get there or which profile is spoken.
 */
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { CompleteProfile } from '../../../contracts/profile/index.ts';
import { SEED, WHOLE } from '../../sample.ts';
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

type Subject = (open: Open) => void;

const subjects: readonly Subject[] = [
  tokenBehaviour,
  operationBehaviour,
  clockBehaviour,
  deviceBehaviour,
  limitBehaviour,
  licenceBehaviour,
  recordBehaviour,
  badInputBehaviour,
];

/** The ways in other than direct calls take one subject in so many, each another one, in turn from one that the seed draws. */
const OTHER_WAYS = 8;

/** The subjects that one of the other ways in is held to, by its place among them; with `npm run test:whole` all. */
export function shareOf(place: number): readonly Subject[] {
  return WHOLE ? subjects : subjects.filter((_, at) => (at + place + SEED) % OTHER_WAYS === 0);
}

/** Registers subjects over one way in, in each of the profiles. */
export function behaveOver(
  transport: Transport,
  profiles: readonly CompleteProfile[],
  behaviours: readonly Subject[] = subjects,
): void {
  describe(transport.name, () => {
    beforeAll(() => transport.start());
    afterEach(() => transport.closeAll());
    afterAll(() => transport.stop());

    for (const profile of profiles) {
      describe(`profile ${profile.name}`, () => {
        for (const behaviour of behaviours) behaviour((options) => openCaller(transport, profile, options));
      });
    }
  });
}

/**
 * The whole suite on two services, in turn by the commit: one that deviates, in some dialect, and one that does nothing behind good
 * answers. `npm run whole` judges all of them.
 */
import { describe, expect, it } from 'vitest';
import { SEED } from '../sample.ts';
import { hollowServices } from './hollow.ts';
import { passedWrongly, passesOfHollow, spoken } from './whole/judged.ts';

const inTurn = <T>(all: readonly T[]) => all.filter((_, place) => place === SEED % all.length);

describe('By the whole suite', () => {
  it.each(inTurn(spoken))(
    'a service that deviates passes no rule that it breaks: $does ($profile.name)',
    async (service) => {
      expect(await passedWrongly(service)).toEqual([]);
    },
  );

  it.each(inTurn(hollowServices))(
    'a service $what passes no rule about an effect but those that it keeps',
    async (hollow) => {
      expect(await passesOfHollow(hollow)).toEqual([]);
    },
  );
});

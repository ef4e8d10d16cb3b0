/** The countries and time zones that a user can have (sections 1 and 4.2). */
import type { JudgedId } from '../../specification/judged.ts';
import type { ChoicesEvent } from '../event.ts';
import type { Part } from '../hypotheses.ts';

const filled = {
  countries: 'users/countries-listed',
  timeZones: 'users/time-zones-listed',
} as const satisfies { readonly [L in ChoicesEvent['of']]: JudgedId };

/** Remembers nothing: a collection is not empty, whenever it is asked for. */
export const choicesPart: Part<null> = {
  initial: null,
  kinds: new Set(['choices']),
  inWords: () => 'the countries and the time zones',
  next(state, event, relaxed) {
    if (event.kind !== 'choices' || event.count !== 0) return [{ state }];
    return relaxed ? [{ state, broken: filled[event.of] }] : [];
  },
};

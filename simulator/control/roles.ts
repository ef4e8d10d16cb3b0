/** Roles of callers of the control API, by their tokens, where it asks for one. */

/**
 * A right to calls: `look` reads, `act` does in the world what its account's owner could do, `rewind` goes back in
 * time, `inject` lets things happen to the fleet and the service, `direct` is all that is the trainer's alone.
 */
export type Right = 'look' | 'act' | 'rewind' | 'inject' | 'direct';
export type Role = 'trainer' | 'trainee' | 'viewer';

/** Rights that a trainee has only where they are granted. */
export const grants = ['rewind', 'inject'] as const;
export type Grant = (typeof grants)[number];

/** A caller of the control API. */
export interface Holder {
  readonly role: Role;
  readonly rights: readonly Right[];
}

/** A holder by a token, of one world alone. */
export interface TokenHolder extends Holder {
  /** The trainee whose world it is, as the trainer wrote it. */
  readonly name: string;
  readonly token: string;
}

const rightsOf: { readonly [R in Role]: readonly Right[] } = {
  trainer: ['look', 'act', 'rewind', 'inject', 'direct'],
  trainee: ['look', 'act'],
  viewer: ['look'],
};

/** The caller with the control token; every caller where none is asked for. */
export const trainer: Holder = { role: 'trainer', rights: rightsOf.trainer };

/** The holders of the tokens of a trainee's world. */
export function holdersOf(
  name: string,
  may: readonly Grant[],
  newToken: () => string,
): { trainee: TokenHolder; viewer: TokenHolder } {
  return {
    trainee: { role: 'trainee', name, rights: [...rightsOf.trainee, ...may], token: newToken() },
    viewer: { role: 'viewer', name, rights: rightsOf.viewer, token: newToken() },
  };
}

export type Holders = ReturnType<typeof holdersOf>;

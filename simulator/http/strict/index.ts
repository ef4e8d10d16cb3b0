/**
 * Strict mode: what a call says and the service does not read, with the names that were probably meant.
 *
 * | file         | what                                                                     |
 * | ------------ | ------------------------------------------------------------------------ |
 * | `index.ts`   | from a call to its note, or to its refusal                               |
 * | `body.ts`    | which fields each operation reads, by their names                        |
 * | `names.ts`   | which query parameters and headers are read                              |
 */
import type { World } from '../../world.ts';
import type { Reply } from '../call.ts';
import type { RefusalFacts } from '../refusals.ts';
import { createBodyCheck } from './body.ts';
import { createHeaderCheck, createQueryCheck, type StrictCall } from './names.ts';

/** How many names of a call are told. */
const MOST = 5;

export interface Strictness {
  /** The reply to a call: that of the service with a note on what was not read, or a refusal. */
  answer(asked: StrictCall, carriedOut: () => Reply, refuse: (facts: RefusalFacts) => Reply): Reply;
  /** The refusal of a path or method that the document does not have, with a note. */
  notServed(facts: RefusalFacts, refuse: (facts: RefusalFacts) => Reply): Reply;
}

export function createStrictness(world: World): Strictness {
  const { openings } = world.profile;
  const isRefused = world.strict === 'refuse';
  const headers = createHeaderCheck(openings);
  const parameters = createQueryCheck(openings);
  const fields = createBodyCheck(openings, world.lens);

  return {
    answer(asked, carriedOut, refuse) {
      const unread = [...headers(asked), ...parameters(asked), ...fields(asked)];
      const [first] = unread;
      if (first === undefined) return carriedOut();
      const told = unread.slice(0, MOST).map(({ code, detail }) => `${code}: ${detail}`);
      if (unread.length > MOST) told.push(`and ${unread.length - MOST} more`);
      const reply = isRefused ? refuse(first) : carriedOut();
      return noted(reply, told.join(' '));
    },

    notServed: (facts, refuse) => noted(refuse(facts), `${facts.code}: ${facts.detail}`),
  };
}

function noted(reply: Reply, note: string): Reply {
  return { ...reply, note: [reply.note, `strict: ${note}`].filter(Boolean).join('; ') };
}

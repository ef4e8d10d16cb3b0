/** The dialects that a broken simulator speaks: a defect must be seen whatever the answers look like. */

import type { Profile } from '../../contracts/profile/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';

export const dialects = {
  /** The default profile. */
  plain: undefined,
  /** Every refusal looks alike, for want of a token too: 200 with `success: false`. Devices do not tell their limits. */
  enveloped: { ...envelopedProfile, openings: { ...envelopedProfile.openings, 'limits.names': null } },
  /** Refusals are told in words alone; lists come in pages; a new token ends all older ones. */
  words: {
    roadtest: 1,
    name: 'words',
    openings: {
      'errors.body': { form: 'text', contentType: 'text/plain' },
      'token.older': 'ends',
      'auth.refusal': { status: 403, headers: {}, body: 'error' },
      'operations.paging': { by: 'link', size: 4, max: 50, firstPage: 1, totalHeader: null },
      'operations.envelope': {
        answers: { createGroup: 'nothing', createUser: 'id', updateGroup: 'nothing' },
      },
    },
  },
} as const satisfies { [name: string]: Profile | undefined };

export type Dialect = keyof typeof dialects;

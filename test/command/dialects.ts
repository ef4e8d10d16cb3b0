/** The dialects in which each pair of commands is tried: that of the interface document, and two that have next to nothing in common with it. */
import { completeProfile, type Profile } from '../../contracts/profile/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';

/** Pages with numbers from 0, ids that are UUIDs, times as numbers, statuses and bodies of its own. */
const paged = completeProfile({
  roadtest: 1,
  name: 'paged',
  openings: {
    'operations.paging': { by: 'page', size: 4, max: 50, firstPage: 0, totalHeader: 'X-Total' },
    'operations.query': { limit: 'per_page', page: 'page' },
    'operations.envelope': {
      lists: { groups: { form: 'array', at: '/items' }, users: { form: 'array', at: '/items' } },
    },
    'records.id': { form: 'uuid' },
    'records.time': { form: 'epoch-seconds' },
    'token.status': { issued: 201, refused: 403 },
  },
});

export const dialects: { readonly [name: string]: Profile } = {
  default: completeProfile({ roadtest: 1, name: 'default', openings: {} }),
  enveloped: envelopedProfile,
  paged,
};

/** From a deed to its errand: one small function for each kind of deed. */
import type { Errand, Sent, SentOf } from '../errand.ts';
import { NotDone } from '../errand.ts';
import type { Means } from '../means.ts';
import { control } from './controls.ts';
import { alert, locations } from './devices.ts';
import * as records from './records.ts';

const makers: { readonly [K in Sent['kind']]: (deed: SentOf<K>, means: Means) => Errand } = {
  locations,
  alert,
  'create-group': records.createGroup,
  'replace-group': records.replaceGroup,
  'patch-group': records.patchGroup,
  'delete-group': records.deleteGroup,
  'create-user': records.createUser,
  'replace-user': records.replaceUser,
  'patch-user': records.patchUser,
  'delete-user': records.deleteUser,
  token: () => ({ does: 'token' }),
  control,
};

/**
 * What is to be done so that the deployment sees a deed. It is asked for when all that the deed builds on has
 * been answered: the ids of groups and users are only known then. Never throws for what cannot be done.
 */
export function errandOf(deed: Sent, means: Means): Errand {
  try {
    return (makers[deed.kind] as (deed: Sent, means: Means) => Errand)(deed, means);
  } catch (error) {
    if (error instanceof NotDone) return { does: 'nothing', because: error.message };
    const { code, message } = error as { code?: unknown; message: string };
    if (code === 'PROFILE_UNBOUND')
      return { does: 'nothing', because: `the profile does not tell how: ${message}` };
    throw error;
  }
}

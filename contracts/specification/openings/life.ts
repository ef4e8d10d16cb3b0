/** The life of records, and the states that they can have. */
import { choice, defineOpening } from './define.ts';

export const lifeOpenings = [
  defineOpening({
    id: 'groups.delete-devices',
    sections: ['4.2'],
    open: 'what becomes of the devices of a deleted group',
    decides: 'state',
    shapes: ['deleteGroup'],
    ...choice({
      stay: 'they stay, and lose that group',
      refused: 'a group with devices is not deleted: refused',
    }),
    default: 'stay',
  }),
  defineOpening({
    id: 'users.delete-self',
    sections: ['4.2'],
    open: 'whether the user whose key is in use can be deleted',
    decides: 'state',
    shapes: ['deleteUser'],
    ...choice({ refused: 'no: refused', allowed: 'yes' }),
    default: 'refused',
  }),
  defineOpening({
    id: 'states.other',
    sections: ['3'],
    open: 'further states of devices, groups and users',
    decides: 'state',
    ...choice({ none: 'none' }),
    default: 'none',
  }),
] as const;

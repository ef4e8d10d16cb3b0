/** Groups and users that callers of the API create, change and delete. */
import { list, type TProperties } from '../../kit/schema.ts';
import { ordinal, text } from '../records/values.ts';
import { defineEvent } from './row.ts';

const groupId = ordinal;
const userId = ordinal;
/** The names of the fields whose value changed. */
const fields = list(text);

/** `group 5 created`. @param alike the name of several that a terminal prints; without it none is */
function recordEvent<const Kind extends `${'group' | 'user'}-${string}`, Fields extends TProperties>(
  kind: Kind,
  facts: Fields,
  alike?: string,
) {
  const [family, verb] = kind.split('-');
  return defineEvent(kind, {
    facts,
    family: 'records',
    icon: 'people',
    words: (event) => `${family} ${Reflect.get(event, `${family}Id`)} ${verb}`,
    terminal: alike === undefined ? null : { mark: '·', colour: 'dim', alike },
  });
}

export const recordEvents = [
  recordEvent('group-created', { groupId }, 'groups created'),
  recordEvent('group-replaced', { groupId, fields }),
  recordEvent('group-updated', { groupId, fields }),
  recordEvent('group-deleted', { groupId }, 'groups deleted'),
  recordEvent('user-created', { userId }, 'users created'),
  recordEvent('user-replaced', { userId, fields }),
  recordEvent('user-updated', { userId, fields }),
  recordEvent('user-deleted', { userId }, 'users deleted'),
] as const;

/** Groups and users that callers of the API create, change and delete. */
import { list } from '../../kit/schema.ts';
import { ordinal, text } from '../records/values.ts';
import { defineEvent, type TerminalStyle } from './row.ts';

const groupId = ordinal;
const userId = ordinal;
/** The names of the fields whose value changed. */
const fields = list(text);

/** The columns that all of them share. */
const record = { family: 'records', tone: 'info', icon: 'people', timeline: null, affects: [] } as const;
const printed = (alike: string): TerminalStyle => ({ mark: '·', colour: 'dim', alike });

export const recordEvents = [
  defineEvent('group-created', {
    facts: { groupId },
    ...record,
    words: (event) => `group ${event.groupId} created`,
    terminal: printed('groups created'),
  }),
  defineEvent('group-replaced', {
    facts: { groupId, fields },
    ...record,
    words: (event) => `group ${event.groupId} replaced`,
    terminal: null,
  }),
  defineEvent('group-updated', {
    facts: { groupId, fields },
    ...record,
    words: (event) => `group ${event.groupId} updated`,
    terminal: null,
  }),
  defineEvent('group-deleted', {
    facts: { groupId },
    ...record,
    words: (event) => `group ${event.groupId} deleted`,
    terminal: printed('groups deleted'),
  }),
  defineEvent('user-created', {
    facts: { userId },
    ...record,
    words: (event) => `user ${event.userId} created`,
    terminal: printed('users created'),
  }),
  defineEvent('user-replaced', {
    facts: { userId, fields },
    ...record,
    words: (event) => `user ${event.userId} replaced`,
    terminal: null,
  }),
  defineEvent('user-updated', {
    facts: { userId, fields },
    ...record,
    words: (event) => `user ${event.userId} updated`,
    terminal: null,
  }),
  defineEvent('user-deleted', {
    facts: { userId },
    ...record,
    words: (event) => `user ${event.userId} deleted`,
    terminal: printed('users deleted'),
  }),
] as const;

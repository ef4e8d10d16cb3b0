/** Groups and users of which one value is kept otherwise than it was sent, or one field is not written as others are (sections 1 and 4.2). */
import { type Deviation, deviation, type Effects } from '../../../simulator/deviations/deviation.ts';
import type { Content, Family } from '../../../simulator/fleet/rules/records.ts';
import { documentRules, type Rules } from '../../../simulator/options.ts';

type Verb = 'POST' | 'PUT' | 'PATCH';
/** The fate of what was sent; `before` is what there was. */
type Change = (sent: Content, before: Content) => Content;

/** Writes of a family that make something else of what was sent. */
function writing(family: Family, verbs: readonly Verb[], change: Change): Partial<Rules> {
  const isMeant = (verb: Verb, facts: { family: Family }) => verbs.includes(verb) && facts.family === family;
  return {
    recordCreated: (facts) =>
      isMeant('POST', facts)
        ? { ...facts.content, ...change(facts.content, {}) }
        : documentRules.recordCreated(facts),
    recordReplaced: (facts) =>
      isMeant('PUT', facts)
        ? { ...facts.content, ...change(facts.content, facts.before) }
        : documentRules.recordReplaced(facts),
    recordUpdated: (facts) =>
      isMeant('PATCH', facts)
        ? { ...facts.before, ...facts.change, ...change(facts.change, facts.before) }
        : documentRules.recordUpdated(facts),
  };
}

const every: readonly Verb[] = ['POST', 'PUT', 'PATCH'];

/** One text that is kept otherwise. */
function text(family: Family, fact: string, verbs: readonly Verb[], alter: (text: string) => string) {
  return () =>
    writing(family, verbs, ({ [fact]: sent }) => (typeof sent === 'string' ? { [fact]: alter(sent) } : {}));
}

function isAlone(sent: Content, fact: string): boolean {
  return Object.keys(sent).join() === fact;
}

/** A PATCH of one fact alone does something else. */
function alone(family: Family, fact: string, change: Change) {
  return () =>
    writing(family, ['PATCH'], (sent, before) => (isAlone(sent, fact) ? change(sent, before) : {}));
}

const first = (list: unknown) => (Array.isArray(list) ? list.slice(0, 1) : list);
const last = (list: unknown) => (Array.isArray(list) ? list.slice(-1) : list);

function breaking(does: string, rules: () => Partial<Rules>, effects: Effects): Deviation {
  return deviation(does, rules, effects);
}

const kept = (family: Family): Effects => ({
  breaks: [`${family}s/kept-as-sent`],
  also: [`${family}s/`],
});
const rest = (family: Family): Effects => ({
  breaks: [`${family}s/updated-keeps-rest`],
  also: [`${family}s/`],
});

/** One field is not written as others are. */
export const ofFields: readonly Deviation[] = [
  breaking(
    'loses a PATCH of the phone of a user alone',
    alone('user', 'phone', (_, { phone }) => ({ phone })),
    rest('user'),
  ),
  breaking(
    'clears the phone of a user on a PATCH of the channels',
    alone('user', 'notify', () => ({ phone: '' })),
    rest('user'),
  ),
  breaking(
    'clears the time zone of a user on a PATCH of the country',
    alone('user', 'country', () => ({ timeZone: '' })),
    rest('user'),
  ),
  breaking(
    'never disables a user by PATCH',
    () => writing('user', ['PATCH'], ({ disabled }) => (disabled === true ? { disabled: false } : {})),
    rest('user'),
  ),
  breaking(
    'never enables a user again',
    () =>
      writing('user', ['PUT', 'PATCH'], (sent, { disabled }) =>
        sent.disabled === false && disabled === true ? { disabled } : {},
      ),
    rest('user'),
  ),
  breaking(
    'keeps the first group of a user alone',
    () => writing('user', every, ({ groupIds }) => (groupIds ? { groupIds: first(groupIds) } : {})),
    { breaks: ['users/created-can-be-read'], also: ['users/'] },
  ),
  breaking(
    'keeps the last device of a group alone',
    () => writing('group', every, ({ deviceIds }) => (deviceIds ? { deviceIds: last(deviceIds) } : {})),
    { breaks: ['groups/updated-keeps-rest'], also: ['groups/'] },
  ),
  breaking(
    'keeps one channel of a user',
    () => writing('user', every, ({ notify }) => (notify ? { notify: last(notify) } : {})),
    { breaks: ['users/updated-keeps-rest'], also: ['users/'] },
  ),
  breaking(
    'takes a PUT that keeps the name for none',
    () => writing('group', ['PUT'], (sent, before) => (sent.name === before.name ? before : {})),
    { breaks: ['groups/replaced'], also: ['groups/'] },
  ),
];

/** A text that stores are known to get wrong is kept otherwise. */
export const ofTexts: readonly Deviation[] = [
  breaking(
    'doubles apostrophes of the name on a PATCH',
    text('user', 'name', ['PATCH'], (it) => it.replaceAll("'", "''")),
    kept('user'),
  ),
  breaking(
    'loses backslashes of a description on a POST',
    text('group', 'description', ['POST'], (it) => it.replaceAll('\\', '')),
    kept('group'),
  ),
  breaking(
    'takes the text null for none on a PUT',
    text('group', 'description', ['PUT'], (it) => (it === 'null' ? '' : it)),
    kept('group'),
  ),
  breaking(
    'puts an apostrophe before a text that looks like a formula',
    text('group', 'description', every, (it) => it.replace(/^(?=[=+@-])/, "'")),
    kept('group'),
  ),
  breaking(
    'takes a plus for a space on a PUT',
    text('group', 'description', ['PUT'], (it) => it.replaceAll('+', ' ')),
    kept('group'),
  ),
  breaking(
    'writes the text true as a truth value',
    text('user', 'name', every, (it) => (/^(true|yes|on)$/i.test(it) ? '1' : it)),
    kept('user'),
  ),
  breaking(
    'cuts a text at a semicolon',
    text('group', 'name', ['PATCH'], (it) => it.replace(/;.*/, '')),
    kept('group'),
  ),
  breaking(
    'sets typographic quotes on a POST',
    text('user', 'name', ['POST'], (it) => it.replaceAll('"', '”')),
    kept('user'),
  ),
];

/** A value that is emptied stays. */
export const ofEmptied: readonly Deviation[] = [
  breaking(
    'keeps the description that a PATCH empties',
    () =>
      writing('group', ['PATCH'], (sent, { description }) =>
        sent.description === '' ? { description } : {},
      ),
    rest('group'),
  ),
  breaking(
    'keeps the channels that a PATCH empties',
    () =>
      writing('user', ['PATCH'], ({ notify: sent }, { notify }) =>
        Array.isArray(sent) && sent.length === 0 ? { notify } : {},
      ),
    rest('user'),
  ),
  breaking(
    'keeps the devices that a PATCH empties',
    () =>
      writing('group', ['PATCH'], ({ deviceIds: sent }, { deviceIds }) =>
        Array.isArray(sent) && sent.length === 0 ? { deviceIds } : {},
      ),
    rest('group'),
  ),
];

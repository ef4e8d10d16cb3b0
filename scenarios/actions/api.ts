/** The API as a client meets it: access, key, token, and faults on purpose. */

import { optionals, refer, type Static } from '../../contracts/kit/schema.ts';
import { ControlError } from '../../simulator/control/errors.ts';
import type { FaultRule } from '../../simulator/faults/index.ts';
import { readRules } from '../../simulator/faults/reading.ts';
import { effects, matches, others } from '../../simulator/faults/rule.ts';
import { effectOf, metBy } from '../../simulator/faults/words.ts';
import {
  type At,
  always,
  listOf,
  object,
  oneOrMore,
  option,
  plainText,
  reads,
} from '../language/builders.ts';
import { definitions, ref } from '../language/forms.ts';
import { idsOf } from '../language/terms.ts';
import { Refusal } from '../player/errors.ts';
import { defineAction } from './define.ts';

/**
 * The fields of a rule as a story writes it: its own devices and durations, and no moments, since an entry has one.
 */
const { device: _device, from: _from, until: _until, ...conditions } = matches;
const { latency: _latency, ...outcomes } = effects;
const fields = {
  ...optionals({ ...conditions, ...outcomes, ...others }),
  operation: option('An operation, several of them, or * for each.', oneOrMore(plainText)),
  device: option('Devices of the cast.', ref('devices')),
  latency: option('How long an answer waits, in real time.', refer('duration', definitions.duration)),
};
const fault = reads(object(fields), readFault);

export const apiActions = {
  apiAccess: defineAction({
    summary: "Switches the account's API access.",
    value: ref('switch'),
    beside: {},
    words: ({ main }) => `API access is switched ${main ? 'on' : 'off'}`,
    perform: ({ main }, _subject, { fleet }) => fleet.account.setApiEnabled(main),
  }),

  rotateKey: defineAction({
    summary: 'Gives the account a new API key; the old one counts no more.',
    value: always,
    beside: {},
    words: () => 'the API key is rotated',
    perform(_, _subject, { fleet, story }) {
      fleet.account.setApiKey(nextKey(story.account.apiKey, fleet.account.apiKey));
    },
  }),

  getToken: defineAction({
    summary: "Gets a token with the account's credentials, as a client would.",
    value: always,
    beside: {},
    words: () => 'get a token',
    perform(_, _subject, { client }) {
      const refused = client.askForToken();
      if (refused !== undefined) throw new Refusal('TOKEN_REFUSED', `No token is issued: ${refused}`);
    },
  }),

  faults: defineAction({
    summary: 'Faults of the service from now on; an empty list ends them.',
    value: listOf(fault, 0),
    beside: {},
    words: ({ main: rules }) =>
      rules.length === 0
        ? 'faults end'
        : rules.map((rule) => `fault: ${metBy(rule)}: ${effectOf(rule)}`).join('; '),
    perform({ main: rules }, _subject, { faults, service }) {
      const { lens } = service();
      faults.set(
        rules.map(({ device, ...rule }) => ({
          ...rule,
          ...(device !== undefined && {
            device: [device].flat().map((id) => lens.writeId('device', Number(id))),
          }),
        })),
      );
    },
  }),
};

/** `demo-key`, `demo-key-2`, `demo-key-3`, … */
function nextKey(first: string, current: string): string {
  const turn = current.startsWith(`${first}-`) ? Number(current.slice(first.length + 1)) : 1;
  return `${first}-${Number.isSafeInteger(turn) ? turn + 1 : 2}`;
}

/** A rule of an entry; its devices are numbers until it is performed. */
function readFault({ device, ...rule }: Static<ReturnType<typeof object<typeof fields>>>, at: At): FaultRule {
  const { path, names } = at;
  const those = device === undefined ? undefined : names.those(device, [...path, 'device'], false);
  const numbers = those && idsOf(those, null);
  try {
    const [read] = readRules([{ ...rule, ...(numbers && { device: numbers }) }]);
    if (read) return read;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const [, , ...place] = (error.field ?? '').split('/');
    const message = error.message.replace(/^rules\/0\/?/, '').replace(/\.$/, '');
    const code = place[0] === 'operation' ? 'UNKNOWN_OPERATION' : 'FAULT_INVALID';
    names.wrong(code, [...path, ...place], message, error.hint);
  }
  return {};
}

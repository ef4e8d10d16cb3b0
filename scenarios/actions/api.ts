/** The API as a client meets it: access, key, token, and faults on purpose. */
import type { Static } from '../../contracts/kit/schema.ts';
import { didYouMeanOneOf } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { operations } from '../../contracts/specification/operations.ts';
import type { Path } from '../language/problems.ts';
import { isOn } from '../language/resolve/diagnostics.ts';
import { durationOf } from '../language/resolve/durations.ts';
import type { Names } from '../language/resolve/names.ts';
import { always, describe, listOf, number, object, option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { Refusal } from '../player/refusal.ts';
import { accountOrder, tokenOrder } from '../target/order.ts';
import { NO_CONTROL } from '../target/step.ts';
import { defineAction } from './define.ts';

const fault = object({
  operation: describe('An operation such as listDevices, or * for each of them.', text),
  latency: option('How long an answer waits, in real time.', ref('duration')),
  errors: option('Share of calls, from 0 to 1, that fail.', number(0, 1)),
  drops: option('Share of calls, from 0 to 1, whose connection is cut.', number(0, 1)),
});

const LONGEST_LATENCY = 60_000;

export const apiActions = {
  'api-access': defineAction({
    summary: "Switches the account's API access.",
    value: ref('switch'),
    beside: {},
    read: ({ value }) => ({ on: isOn(value) }),
    words: ({ on }) => `API access is switched ${on ? 'on' : 'off'}`,
    step: ({ on }) => ({ on }),
    perform({ on }, { fleet }) {
      fleet.account.setApiEnabled(on);
    },
    onTarget: {
      order: accountOrder,
      step: ({ on }) => ({ does: 'control', control: 'setApiEnabled', enabled: on }),
    },
  }),

  'rotate-key': defineAction({
    summary: 'Gives the account a new API key; the old one counts no more.',
    value: always,
    beside: {},
    read: () => ({}),
    words: () => 'the API key is rotated',
    step: () => ({}),
    perform(_, { fleet, story }) {
      fleet.account.setApiKey(nextKey(story.account.apiKey, fleet.account.apiKey));
    },
    onTarget: { notPossible: NO_CONTROL },
  }),

  token: defineAction({
    summary: "Gets a token with the account's credentials, as a client would.",
    value: always,
    beside: {},
    read: () => ({}),
    words: () => 'get a token',
    step: () => ({}),
    perform(_, { client }) {
      const refused = client.askForToken();
      if (refused !== undefined) throw new Refusal('TOKEN_REFUSED', `No token is issued: ${refused}`);
    },
    onTarget: { order: tokenOrder, step: () => ({ does: 'token' }) },
  }),

  faults: defineAction({
    summary: 'Faults of the service from now on; an empty list ends them.',
    value: listOf(fault, 0),
    beside: {},
    read: ({ value, here, names }) => ({
      rules: value.map((fault, index) => readFault(fault, [...here, index], names)),
    }),
    words: ({ rules }) =>
      rules.length === 0 ? 'faults end' : `faults in ${rules.map(({ operation }) => operation).join(', ')}`,
    step: ({ rules }) => ({ rules }),
    perform({ rules }, { faults }) {
      faults.set(rules);
    },
    onTarget: { notPossible: NO_CONTROL },
  }),
};

/** `demo-key`, `demo-key-2`, `demo-key-3`, … */
function nextKey(first: string, current: string): string {
  const turn = current.startsWith(`${first}-`) ? Number(current.slice(first.length + 1)) : 1;
  return `${first}-${Number.isSafeInteger(turn) ? turn + 1 : 2}`;
}

function readFault(
  { operation, latency = '0s', errors = 0, drops = 0 }: Static<typeof fault>,
  path: Path,
  { diagnostics }: Names,
) {
  const ids: readonly string[] = operations.map(({ id }) => id);
  if (operation !== '*' && !ids.includes(operation)) {
    const hint = didYouMeanOneOf(operation, ids);
    const message = `there is no operation ${quoted(operation)}`;
    diagnostics.wrong('UNKNOWN_OPERATION', [...path, 'operation'], message, hint);
  }
  const ms = durationOf(latency) ?? 0;
  if (ms > LONGEST_LATENCY) {
    diagnostics.wrong('OUT_OF_RANGE', [...path, 'latency'], 'an answer waits a minute at most');
  }
  if (errors + drops > 1)
    diagnostics.wrong('OUT_OF_RANGE', path, '"errors" and "drops" add up to more than 1');
  return { operation, latency: ms, errors, drops };
}

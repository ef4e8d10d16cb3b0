import { always } from '../language/schema/builders.ts';
import { NO_CONTROL } from '../target/step.ts';
import { defineAction } from './define.ts';

export const rotateKey = defineAction({
  kind: 'rotate-key',
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
});

/** `demo-key`, `demo-key-2`, `demo-key-3`, … */
function nextKey(first: string, current: string): string {
  const turn = current.startsWith(`${first}-`) ? Number(current.slice(first.length + 1)) : 1;
  return `${first}-${Number.isSafeInteger(turn) ? turn + 1 : 2}`;
}

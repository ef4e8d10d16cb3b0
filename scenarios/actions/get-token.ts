import { always } from '../language/schema/builders.ts';
import { Refusal } from '../player/refusal.ts';
import { tokenOrder } from '../target/order.ts';
import { defineAction } from './define.ts';

export const getToken = defineAction({
  kind: 'token',
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
});

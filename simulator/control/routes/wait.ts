/** Waits for calls, events and messages. */
import type { BodyOf, ReplyOf } from '../schemas/index.ts';
import { eventsOf, messagesOf, requestsOf } from '../waiting/sources.ts';
import { waitFor, waitInvalid } from '../waiting/wait.ts';
import { type ControlRoute, route } from './route.ts';

/** The conditions that each kind of things has. */
const common = ['device', 'field', 'since', 'limit'];
const conditions: { readonly [Kind in BodyOf<'POST /wait'>['for']]: readonly string[] } = {
  requests: ['operation', 'status', 'path', ...common],
  events: ['kind', ...common],
  messages: common,
};

export const waitRoutes: readonly ControlRoute[] = [
  route('POST /wait', async ({ world, body, caller }) => {
    const { for: what, count, timeout, ...given } = body;
    const unfit = Object.keys(given).find((name) => !conditions[what].includes(name));
    if (unfit !== undefined)
      throw waitInvalid(unfit, `${what} have no ${unfit}.`, `Possible: ${conditions[what].join(', ')}.`);
    const wanted = { what, given, caller, ...(count && { count }), ...(timeout && { timeout }) };
    const reply: ReplyOf<'POST /wait'> = { count: 0, sequence: 0, requests: [], events: [], messages: [] };
    const { entries, ...rest } =
      what === 'requests'
        ? await waitFor(world, requestsOf(world, given), wanted)
        : what === 'events'
          ? await waitFor(world, eventsOf(world, given), wanted)
          : await waitFor(world, messagesOf(world, given), wanted);
    return { body: { ...reply, ...rest, [what]: entries } };
  }),
];

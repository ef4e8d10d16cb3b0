/** Waits for calls, events and messages. */
import type { World } from '../../world.ts';
import type { BodyOf, ReplyOf } from '../schemas/index.ts';
import { eventsOf, messagesOf, requestsOf } from '../waiting/sources.ts';
import { type WaitOptions, waitFor, waitInvalid } from '../waiting/wait.ts';
import { type ControlRequest, type ControlRoute, route } from './route.ts';

type Reply = ReplyOf<'POST /wait'>;
type For = BodyOf<'POST /wait'>['for'];

interface Kind {
  /** The conditions that it has. */
  readonly conditions: readonly string[];
  wait(
    world: World,
    given: object,
    options: Options,
  ): Promise<Partial<Reply> & Pick<Reply, 'count' | 'sequence'>>;
}
type Options = WaitOptions & { what: For; given: object; caller: ControlRequest['caller'] };

const common = ['device', 'field', 'since', 'limit'];
const kinds: { readonly [Name in For]: Kind } = {
  requests: {
    conditions: ['operation', 'status', 'path', ...common],
    async wait(world, given, options) {
      const { entries: requests, ...rest } = await waitFor(world, requestsOf(world, given), options);
      return { ...rest, requests };
    },
  },
  events: {
    conditions: ['kind', ...common],
    async wait(world, given, options) {
      const { entries: events, ...rest } = await waitFor(world, eventsOf(world, given), options);
      return { ...rest, events };
    },
  },
  messages: {
    conditions: common,
    async wait(world, given, options) {
      const { entries: messages, ...rest } = await waitFor(world, messagesOf(world, given), options);
      return { ...rest, messages };
    },
  },
};

export const waitRoutes: readonly ControlRoute[] = [
  route('POST /wait', async ({ world, body, caller }) => {
    const { for: what, count, timeout, ...given } = body;
    const { conditions, wait } = kinds[what];
    const unfit = Object.keys(given).find((name) => !conditions.includes(name));
    if (unfit !== undefined)
      throw waitInvalid(unfit, `${what} have no ${unfit}.`, `Possible: ${conditions.join(', ')}.`);
    const options = {
      what,
      given,
      caller,
      ...(count !== undefined && { count }),
      ...(timeout !== undefined && { timeout }),
    };
    const { count: matched, sequence, ...came } = await wait(world, given, options);
    return { body: { count: matched, sequence, requests: [], events: [], messages: [], ...came } };
  }),
];

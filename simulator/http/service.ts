/**
 * The public API of one world: one function from call to reply, in the dialect of its profile.
 *
 * The order of a call: route, faults, rate limit, token, operation. Whatever can be worked out from
 * the profile is worked out when the service is made.
 */

import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { httpDate } from '../time/format.ts';
import type { World } from '../world.ts';
import { type AnsweringAnswers, type Asked, createAnswering } from './answering.ts';
import type { Call, Handle, Reply } from './call.ts';
import { factsOf } from './call-facts.ts';
import { faulted } from './faulted.ts';
import { meantPath } from './meant-path.ts';
import type { RefusalFacts } from './refusals.ts';
import { createRouter } from './router.ts';
import type { createStrictness } from './strict/index.ts';

export type ServiceAnswers = AnsweringAnswers & Answers<'operations.query'>;

/** The public API of `world`. Its promises only wait for an injected latency. */
export function createService(world: World): Handle {
  const { profile, clock, pace, rules, faults, journal } = world;
  const openings: ServiceAnswers = profile.openings;
  const route = createRouter(profile.basePath, openings['operations.query'].anyCase);
  const own = createAnswering(world);

  /** Makes what reports names that are not read; only in strict mode, and loaded with the first call. */
  let strict: typeof createStrictness | undefined;
  let loading: Promise<void> | undefined;
  return world.strict === undefined ? serve : serveStrictly;

  function serveStrictly(call: Call): Reply | Promise<Reply> {
    // A story asks in the dialect itself, and for an answer at once.
    if (strict || call.atOnce) return serve(call);
    loading ??= import('./strict/index.ts').then(({ createStrictness }) => {
      strict = createStrictness;
    });
    return loading.then(() => serve(call));
  }

  function serve(call: Call): Reply | Promise<Reply> {
    const started = pace.monotonic();
    const mark = call.target.indexOf('?');
    const path = mark < 0 ? call.target : call.target.slice(0, mark);
    const found = route(call.method, path);

    if (found.found !== 'operation' || !rules.servesOperation(found.operation)) {
      const allow = found.found === 'path' ? found.allow : undefined;
      return finished(call, undefined, notServed(call, path, allow), started);
    }
    const { operation } = found;
    const query = mark < 0 ? '' : call.target.slice(mark + 1);
    const asked: Asked = { operation, call, id: found.id ?? '', query };

    if (faults.isEmpty) return finished(call, operation, own.answer(asked, strict), started);
    const reply = withFaults(asked);
    return reply instanceof Promise
      ? reply.then((made) => finished(call, operation, made, started))
      : finished(call, operation, reply, started);
  }

  function withFaults(asked: Asked): Reply | Promise<Reply> {
    const { operation, call, id } = asked;
    const token = own.tokenOf(call);
    return faulted(
      faults.next(factsOf(operation, call, id, token, world)),
      {
        call,
        token,
        answer: () => own.answer(asked, strict),
        refuse: (refusal, facts) => own.refuse(operation, refusal, facts),
        refuseToken: own.refuseToken,
      },
      world,
    );
  }

  function notServed(call: Call, path: string, allow: string | undefined): Reply {
    const refused = (refusal: Refusal, facts: RefusalFacts): Reply => {
      const refuse = (told: RefusalFacts) => own.refuse(undefined, refusal, told);
      return strict ? own.strictness(strict).notServed(facts, refuse) : refuse(facts);
    };
    if (allow === undefined) {
      const meant = meantPath(path, profile.basePath);
      const detail = `Nothing is served at ${path}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
      return refused('unknown-path', { code: 'UNKNOWN_PATH', detail });
    }
    return refused('method-not-allowed', {
      code: 'METHOD_NOT_ALLOWED',
      detail: `${call.method} is not allowed at ${path}.`,
      headers: { allow },
    });
  }

  /** Adds the headers of every reply, those that tell the version among them, and enters it into the journal. */
  function finished(call: Call, operation: OperationId | undefined, reply: Reply, started: number): Reply {
    const simulatedAt = clock.now();
    reply.headers.date = httpDate(simulatedAt);
    for (const [name, value] of own.headers) reply.headers[name] ??= value;
    journal.add({
      receivedAt: pace.wall(),
      simulatedAt,
      took: pace.monotonic() - started,
      operation,
      call,
      reply,
    });
    return reply;
  }
}

/** Controls by themselves: what they send is kept, and answered by the test. */

import type { Answer, RawRequest } from '../../../contracts/deployment/answer.ts';
import type { Controls } from '../../../contracts/deployment/controls/api.ts';
import type { ControlContext } from '../../../contracts/deployment/controls/control-context.ts';
import { connectControls } from '../../../contracts/deployment/controls/index.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import type { Controls as Offered } from '../../../contracts/profile/profile.ts';

export interface Bench {
  controls: Controls;
  sent: RawRequest[];
  spent: number[];
}

export type Reply = { status?: number; json?: unknown };

export interface BenchOptions extends Partial<Omit<ControlContext, 'profile' | 'send'>> {
  answer?: (request: RawRequest) => Reply | Promise<Reply>;
  controlsUrl?: string;
}

/** An answer as far as controls read one. */
export function answerOf(status: number, json: unknown, exchange: number): Answer {
  return { status, json, headers: {}, text: '', fingerprint: '' as never, date: undefined, exchange };
}

/** The request that looks for a simulator finds none, and is not kept. */
export async function benchOf(
  offered: Offered,
  { answer, controlsUrl, ...context }: BenchOptions = {},
): Promise<Bench> {
  const sent: RawRequest[] = [];
  const spent: number[] = [];
  let exchange = 0;
  const send = async (request: RawRequest): Promise<Answer> => {
    const looking = request.url.endsWith('/_control/clock');
    if (!looking) sent.push(request);
    const { status = 200, json } = looking ? { status: 404 } : ((await answer?.(request)) ?? {});
    return answerOf(status, json, exchange++);
  };
  const profile: Profile = {
    roadtest: 1,
    name: 'bench',
    openings: {},
    controls: offered,
    ...(controlsUrl && { controlsUrl }),
  };
  const shared = await connectControls({
    profile,
    target: 'https://fleet.example',
    now: () => Date.UTC(2026, 0, 5),
    host: {},
    signal: new AbortController().signal,
    chargeMessages: (messages) => spent.push(messages),
    ...context,
    send,
  });
  return { controls: shared.using({ send, signal: new AbortController().signal }), sent, spent };
}

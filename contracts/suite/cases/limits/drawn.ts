/** The channels share their code in most deployments: a run tries one of them at once, and the other at length. */
import { type Channel, channels } from '../../../specification/judged.ts';
import type { CaseContext } from '../../case-context.ts';

/** Whether many messages of a channel are asked for at the same time; a thorough run does it with both. */
export function isAtOnce(context: CaseContext, channel: Channel): boolean {
  return context.thorough || context.chance.pick('at once', channels) === channel;
}

/** Whether what a rule is not first of all about is tried with a channel too; a thorough run does it with both. */
export function isAtLength(context: CaseContext, channel: Channel): boolean {
  return context.thorough || !isAtOnce(context, channel);
}

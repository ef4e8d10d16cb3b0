/** A rule is judged once, or once for each operation or channel it holds for. */

import type { Static } from '../kit/schema.ts';
import type { Need } from './needs.ts';
import {
  type GuardedOperationId,
  guardedOperations,
  type OperationId,
  operations,
  type PathResource,
} from './operations.ts';
import { type channel, channelIds } from './records/values.ts';
import type { Rule, RuleId } from './rules/index.ts';

export type Channel = Static<typeof channel>;
export const channels: readonly Channel[] = channelIds;

type PerOperation = Extract<RuleId, `auth/${string}`>;
type PerChannel = Extract<RuleId, `limits/${string}`>;

/** The id of a verdict: `token/issued`, `auth/header-required/listDevices`, `operations/readUser`, `limits/per-device/sms`. */
export type JudgedId =
  | Exclude<RuleId, PerOperation | PerChannel | 'operations/*'>
  | `${PerOperation}/${GuardedOperationId}`
  | `operations/${OperationId}`
  | `${PerChannel}/${Channel}`;

export interface Judged {
  id: JudgedId;
  rule: RuleId;
  operation?: OperationId;
  channel?: Channel;
  /** The needs of the rule, with `path-ids` resolved to what the operation's path takes. */
  needs: readonly Need[];
}

/** Everything that is judged for a rule, in the order of the operations or channels. */
export function expand(rule: Rule): Judged[] {
  switch (rule.per) {
    case undefined:
      return [{ id: rule.id as JudgedId, rule: rule.id, needs: rule.needs }];
    case 'channel':
      return channels.map((channel) => ({
        id: judgedId(rule, channel),
        rule: rule.id,
        channel,
        needs: rule.needs,
      }));
    default:
      return (rule.per === 'operation' ? operations : guardedOperations).map(({ id, pathId }) => ({
        id: judgedId(rule, id),
        rule: rule.id,
        operation: id,
        needs: rule.needs.flatMap((need) => resolve(need, pathId)),
      }));
  }
}

/** The name of a rule in any channel, or for any operation. */
export function nameOf(id: JudgedId): string {
  return id.split('/', 2).join('/');
}

/** `operations/*` and `readUser` make `operations/readUser`; other rules have the name appended. */
function judgedId(rule: Rule, name: string): JudgedId {
  return (rule.id.endsWith('/*') ? rule.id.replace('*', name) : `${rule.id}/${name}`) as JudgedId;
}

function resolve(need: Need, pathId: PathResource | null): Need[] {
  if (need !== 'path-ids') return [need];
  return pathId ? [pathId] : [];
}

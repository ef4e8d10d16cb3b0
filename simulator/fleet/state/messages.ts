/** Alerts and messages: the newest are kept, and their numbers go on without a gap. */

import { count, mustHold, ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, type Static } from '../../../contracts/kit/schema.ts';
import { alert, message } from '../forms.ts';
import type { Message } from '../types.ts';
import type { Context } from './context.ts';

export const alertsState = object({ nextId: ordinal, kept: list(alert) });
export type AlertsState = Static<typeof alertsState>;

export const outboxState = object({ nextId: ordinal, sent: count, withheld: count, kept: list(message) });
export type OutboxState = Static<typeof outboxState>;

export function checkAlerts({ nextId, kept }: AlertsState, { columns }: Context): void {
  kept.forEach(({ id, deviceId, notifications }, place) => {
    const pointer = `/alerts/kept/${place}`;
    mustHold(id === nextId - kept.length + place, `${pointer}/id`, 'is not the next number');
    mustHold(columns.isRow(deviceId), `${pointer}/deviceId`, 'is not a device');
    notifications.forEach((notification, at) => {
      mustHold(isReasoned(notification), `${pointer}/notifications/${at}/reason`, 'does not fit the outcome');
    });
  });
}

export function checkOutbox(
  { nextId, sent, withheld, kept }: OutboxState,
  alerts: AlertsState,
  { columns, now, faithful }: Context,
): void {
  const today = columns.countMessages();
  mustHold(!faithful || today <= sent, '/outbox/sent', `is less than the ${today} messages of today`);
  mustHold(
    sent + withheld === nextId - 1,
    '/outbox/nextId',
    'does not follow from how many messages there were',
  );
  const outcomes = { sent: 0, withheld: 0 };
  let before = Number.NEGATIVE_INFINITY;
  kept.forEach((message, place) => {
    const pointer = `/outbox/kept/${place}`;
    const { id, at, deviceId, alertId } = message;
    mustHold(id === nextId - kept.length + place, `${pointer}/id`, 'is not the next number');
    mustHold(at >= before && at <= now, `${pointer}/at`, 'is not between the message before and now');
    mustHold(columns.isRow(deviceId), `${pointer}/deviceId`, 'is not a device');
    mustHold(alertId === null || alertId < alerts.nextId, `${pointer}/alertId`, 'is not an alert');
    mustHold(isReasoned(message), `${pointer}/reason`, 'does not fit the outcome');
    outcomes[message.outcome]++;
    before = at;
  });
  mustHold(outcomes.sent <= sent, '/outbox/sent', 'is less than the number kept');
  mustHold(outcomes.withheld <= withheld, '/outbox/withheld', 'is less than the number kept');
}

/** Only what was withheld has a reason. */
function isReasoned({ outcome, reason }: Pick<Message, 'outcome' | 'reason'>): boolean {
  return (outcome === 'withheld') === (reason !== null);
}

/** Alerts and messages: the newest are kept, and their numbers go on without a gap. */

import { count, ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, type Static } from '../../../contracts/kit/schema.ts';
import { alert, message } from '../forms.ts';

export const alertsState = object({ nextId: ordinal, kept: list(alert) });
export type AlertsState = Static<typeof alertsState>;

export const outboxState = object({ nextId: ordinal, sent: count, withheld: count, kept: list(message) });
export type OutboxState = Static<typeof outboxState>;

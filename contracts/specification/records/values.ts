/** Values of fields as a service keeps them, in canonical units. */
import { instant, oneOfOrNull, ordinal } from '../../kit/saved.ts';
import { list, number, object, oneOf, orNull, string, typed, yesNo } from '../../kit/schema.ts';

export { instant, ordinal } from '../../kit/saved.ts';

export const text = string();
export const flag = yesNo;
export const ids = list(ordinal);
export const instantOrNull = orNull(instant);
export const ordinalOrNull = orNull(ordinal);
/** Something measured that not every device measures. */
export const measured = orNull(number());
export const flagOrNull = orNull(yesNo);

export const latitude = number({ minimum: -90, maximum: 90 });
export const longitude = number({ minimum: -180, maximum: 180 });
/** The range of a device's own times, which a row holds in 48 bits: the years -2489 to 6429. */
export const reportedTime = number({ minimum: 1 - 2 ** 47, maximum: 2 ** 47 - 1 });
/** Free facts of a location: a JSON object with any fields. */
export const freeFields = typed<{ [name: string]: unknown }>({ type: 'object' });
export const freeFieldsOrNull = typed<{ [name: string]: unknown } | null>({ type: ['object', 'null'] });

export const channelIds = ['email', 'sms'] as const;
export const channel = oneOf(...channelIds);
export const channels = list(channel);
export const outcome = oneOf('sent', 'withheld');
/** Why a message was withheld. */
export const withheldReasons = ['daily-limit', 'device-expired'] as const;
/** `null` for a message that was sent. */
export const reason = oneOfOrNull(...withheldReasons);
/** One notification about an alert: a user, a channel, and what was done. */
export const notification = object({ channel, userId: ordinal, outcome, reason });
export const severity = oneOf('info', 'warning', 'critical');

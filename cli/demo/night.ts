/** Night: the day ends and counters start from zero, a device expires; in the morning messages are sent again. */
import { type Account, advanceTo, hour, type Limits, type Notified, type Story } from './story.ts';

export async function tellNight({ client, teller, start, loose, leaving }: Story): Promise<void> {
  const dayLength = 24 * hour;
  const midnight = Math.ceil(start / dayLength) * dayLength;
  const { happened } = await advanceTo(client, midnight);
  const { usage } = await client.control<Limits>('GET', `/devices/${loose.id}/limits`);
  const ended = happened.some(({ kind }) => kind === 'day-ended');
  teller.say(client.now, `The day ends: ${loose.name} has ${usage.email} e-mails on its counter.`);
  teller.promise(ended && usage.email === 0, 'the counter starts from zero on the next day');

  const { licences } = await client.control<Account>('GET', '/account');
  const expired = happened.some(({ kind, deviceId }) => kind === 'device-expired' && deviceId === leaving.id);
  const counted = `${licences.used} of ${licences.total} licences used, ${licences.available} available`;
  teller.say(client.now, `${leaving.name} ${expired ? 'has expired' : 'has not expired'}: ${counted}.`);
  teller.promise(expired && licences.available === 1, 'an expiry makes one licence available');

  await advanceTo(client, midnight + 7 * hour);
  const { notifications } = await client.api<Notified>('POST', `/devices/${loose.id}/alerts`, {
    type: 'vibration',
    severity: 'warning',
    text: 'Vibration at the rear door',
    channels: ['email'],
  });
  const outcome = notifications[0]?.outcome;
  teller.say(client.now, `The sensor in ${loose.name} gives alarm again, and its e-mail is ${outcome}.`);
  teller.promise(outcome === 'sent', 'on the next day messages are sent again');
}

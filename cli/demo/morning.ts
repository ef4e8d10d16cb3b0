/** Morning: who is told of alerts, a daily limit for one van, an expiry for another. */
import { type Account, dateOf, hour, type Limits, type Story } from './story.ts';

const dailyEmail = 12;

export async function tellMorning({ client, teller, start, devices, loose, leaving }: Story): Promise<void> {
  const { licences } = await client.control<Account>('GET', '/account');
  teller.say(
    start,
    `${devices.length} vehicles in the depot, ${licences.used} of ${licences.total} licences used.`,
  );
  teller.promise(licences.used === devices.length, 'each device uses one licence');

  const deviceIds = devices.map(({ id }) => id);
  const group = await client.api<{ id: string }>('POST', '/groups', { name: 'Deliveries', deviceIds });
  const user = await client.api<{ name: string; notify: string[] }>('POST', '/users', {
    name: 'Dispatch',
    email: 'dispatch@example.com',
    phone: '+34600000000',
    groupIds: [group.id],
    notify: ['email', 'sms'],
  });
  teller.say(start, `${user.name} is told of their alerts by ${user.notify.join(' and ')}.`);

  const limits = await client.control<Limits>('PUT', `/devices/${loose.id}/limits`, { dailyEmail });
  teller.say(start, `${loose.name} may send ${limits.dailyEmail} e-mails a day.`);

  const { expirationDate } = await client.control<{ expirationDate: string }>(
    'PUT',
    `/devices/${leaving.id}/limits`,
    { expires: true, expirationDate: dateOf(start + 24 * hour) },
  );
  teller.say(start, `${leaving.name} is there until ${expirationDate}.`);
}

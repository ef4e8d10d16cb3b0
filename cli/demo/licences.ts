/** Next morning: the released licence is taken, its old holder refused, and let in once there is one more. */
import { RefusedError } from './client.ts';
import { type Account, advanceTo, type Device, dateOf, hour, minute, type Story } from './story.ts';

export async function tellLicences(story: Story): Promise<void> {
  const { client, teller, leaving } = story;
  const activation = `/devices/${leaving.id}/activate`;

  const { devices } = await client.control<{ devices: Device[] }>('POST', '/devices', {
    name: 'Spare vehicle',
  });
  await tellAllUsed(story, `${devices[0]?.name} joins and takes the licence`);

  await advanceTo(client, client.now + 30 * minute);
  const refusal = await client.control('POST', activation, {}).catch((error: unknown) => error);
  const refused = refusal instanceof RefusedError && refusal.code === 'NO_LICENCE_AVAILABLE';
  const answer = refused ? `refused (${refusal.status} ${refusal.code})` : String(refusal);
  teller.say(client.now, `${leaving.name} wants its licence back: ${answer}.`);
  teller.promise(refused, 'without a licence available no device is activated');

  await advanceTo(client, client.now + 30 * minute);
  const { licences } = await client.control<Account>('GET', '/account');
  await client.control('PUT', '/account', { licences: { total: licences.total + 1 } });
  await client.control('POST', activation, { expirationDate: dateOf(client.now + 24 * hour) });
  await tellAllUsed(story, `With one licence more, ${leaving.name} is activated`);
}

async function tellAllUsed({ client, teller }: Story, what: string): Promise<void> {
  const { licences } = await client.control<Account>('GET', '/account');
  teller.say(client.now, `${what}: ${licences.used} of ${licences.total} used.`);
  teller.promise(
    licences.available === 0 && licences.used === licences.total,
    `each device uses one licence`,
  );
}

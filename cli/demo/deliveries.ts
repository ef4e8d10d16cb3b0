/** The working day: the vans drive and report, one sensor will not keep still, one driver needs help. */
import type { DemoAlert, DemoDay } from '../../scenarios/index.ts';
import {
  advanceTo,
  type Device,
  hour,
  type Limits,
  minute,
  type Notified,
  type Outbox,
  type Story,
} from './story.ts';
import { ReportingVan } from './van.ts';

const uploadEvery = 5 * minute;

export async function tellDeliveries(story: Story): Promise<void> {
  const { client, teller, day, start, devices } = story;
  const vans = day.vans.map((reports, van) => new ReportingVan(devices[van] as Device, reports));
  const recorded = () => vans.reduce((sum, van) => sum + van.recorded, 0);
  let raised = 0;
  for (const { at, alerts } of momentsOf(day, start)) {
    await advanceTo(client, at);
    for (const van of vans) await van.upload(client, at);
    for (const alert of alerts) {
      await raise(story, alert);
      raised += 1;
    }
    teller.progress(at, (at - start) / (24 * hour), `${recorded()} positions, ${raised} alerts`);
  }

  let kilometres = 0;
  for (const van of vans) kilometres += await van.driven(client);
  const counted = `${recorded().toLocaleString('en')} positions recorded on ${Math.round(kilometres)} km`;
  teller.say(client.now, `All vehicles are back: ${counted}, ${raised} alerts raised.`);
  teller.promise(recorded() === day.vans.flat().length, 'every position that a van reports is recorded');
}

/** The moments at which something is sent: every five minutes while vans are out, and at each alert. */
function momentsOf(day: DemoDay, start: number): { at: number; alerts: DemoAlert[] }[] {
  const times = new Set(day.alerts.map(({ time }) => time));
  for (let at = start + uploadEvery; at < day.end + uploadEvery; at += uploadEvery) times.add(at);
  const inOrder = [...times].toSorted((a, b) => a - b);
  return inOrder.map((at) => ({ at, alerts: day.alerts.filter(({ time }) => time === at) }));
}

async function raise(story: Story, alert: DemoAlert): Promise<void> {
  const { client, day, devices } = story;
  const { time: _now, van, ...facts } = alert;
  const device = devices[van] as Device;
  const taken = await client.api<Notified>('POST', `/devices/${device.id}/alerts`, facts);
  if (alert.type === 'sos') tellEmergency(story, device, taken);
  if (alert === day.alerts.findLast(({ type }) => type === 'vibration')) await tellStorm(story);
}

async function tellStorm({ client, teller, day, loose }: Story): Promise<void> {
  const { messages } = await client.control<Outbox>('GET', `/outbox?device=${loose.id}&limit=1000`);
  const { dailyEmail, usage } = await client.control<Limits>('GET', `/devices/${loose.id}/limits`);
  const withheld = messages.filter(({ reason }) => reason === 'daily-limit').length;
  const alarms = day.alerts.filter(({ type }) => type === 'vibration').length;
  const counted = `${usage.email} e-mails sent, ${withheld} withheld at the daily limit`;
  teller.say(client.now, `A loose sensor in ${loose.name} has given ${alarms} alarms: ${counted}.`);
  teller.promise(usage.email === dailyEmail, 'e-mails are sent up to the daily limit');
  teller.promise(withheld === alarms - usage.email, 'no more are sent once the count has reached the limit');
}

function tellEmergency({ client, teller }: Story, device: Device, { notifications }: Notified): void {
  const told = notifications.map(({ channel, outcome }) => `${channel} ${outcome}`).join(', ');
  teller.say(client.now, `SOS from ${device.name}: ${told}.`);
  const sent = notifications.filter(({ outcome }) => outcome === 'sent').length;
  teller.promise(sent === 2, 'one device at its limit does not stop another');
}

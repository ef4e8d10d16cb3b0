/** The figures that a story is about, always in view: licences and alerts, and the limits of the chosen device. */
import type { Limits } from '../../../control/schemas/index.ts';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { account } from '../../state/account.ts';
import { chosenDevice } from '../../state/choice.ts';
import { feed } from '../../state/feed.ts';

interface Gauge {
  icon: IconName;
  label: string;
  used: number;
  limit: number | null;
}

export function Pinned() {
  const gauges = [...licences(), ...alerts(), ...limitsOf(chosenDevice.value?.limits)];
  return (
    <ul class="pinned row" aria-label="Licences and limits">
      {gauges.map(({ icon, label, used, limit }) => {
        const isFull = limit !== null && used >= limit;
        return (
          <li key={label} class={`chip ${isFull ? 'warn' : ''}`} title={inWords(label, used, limit)}>
            <Icon name={icon} />
            {label} {used}
            {limit !== null && ` of ${limit}`}
          </li>
        );
      })}
    </ul>
  );
}

function licences(): Gauge[] {
  const { licences: counts } = account.value ?? {};
  return counts ? [{ icon: 'licence', label: 'Licences', used: counts.used, limit: counts.total }] : [];
}

/** The alerts of the chosen device, or of all. */
function alerts(): Gauge[] {
  const of = chosenDevice.value?.id;
  const raised = feed.value.filter(
    ({ event }) => event.kind === 'alert-raised' && (of === undefined || event.deviceId === of),
  );
  return [{ icon: 'bell', label: 'Alerts', used: raised.length, limit: null }];
}

function limitsOf(limits: Limits | undefined): Gauge[] {
  if (limits === undefined) return [];
  const { dailyEmail, dailySms, usage } = limits;
  return [
    { icon: 'mail', label: 'E-mails', used: usage.email, limit: dailyEmail },
    { icon: 'sms', label: 'SMS', used: usage.sms, limit: dailySms },
  ];
}

const inWords = (label: string, used: number, limit: number | null) =>
  limit === null ? `${label}: ${used}, no limit` : `${label}: ${used} of ${limit} used`;

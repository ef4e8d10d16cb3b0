/** The figures that a story is about, always in view: licences and alerts, and the limits of the chosen device. */
import type { Device } from '../../../control/schemas/index.ts';
import { numberOf } from '../../look/format.ts';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { account } from '../../state/account.ts';
import { alertCount } from '../../state/alerts.ts';
import { chosenDevice } from '../../state/choice.ts';
import { expired } from '../../state/devices.ts';

interface Gauge {
  icon: IconName;
  label: string;
  used: number;
  limit: number | null;
  /** The subject that is counted, and since when: "of the fleet, since the start". */
  of: string;
  /** True if it is worth a warning; default: where the limit is reached. */
  warns?: boolean;
}

export function Pinned() {
  const gauges = [...licences(), ...alerts(), ...limitsOf(chosenDevice.value)];
  return (
    <ul class="pinned row" aria-label="Licences and limits">
      {gauges.map((gauge) => {
        const { icon, label, used, limit } = gauge;
        const { warns = limit !== null && used >= limit } = gauge;
        return (
          <li key={label} class={`chip ${warns ? 'warn' : ''}`} title={inWords(gauge)}>
            <Icon name={icon} />
            {countInWords(gauge)}
          </li>
        );
      })}
    </ul>
  );
}

function licences(): Gauge[] {
  const { licences: counts } = account.value ?? {};
  if (!counts) return [];
  // All in use is as it should be, until a device is without one.
  const warns = counts.used >= counts.total && expired.value.size > 0;
  const of = 'of the account, in use';
  return [{ icon: 'licence', label: 'Licences', used: counts.used, limit: counts.total, of, warns }];
}

/** The alerts of all devices, whichever is chosen. */
function alerts(): Gauge[] {
  const { value: used } = alertCount;
  const of = 'of the fleet, since the start';
  return used === null ? [] : [{ icon: 'bell', label: 'Alerts', used, limit: null, of }];
}

function limitsOf(device: Device | undefined): Gauge[] {
  if (device === undefined) return [];
  const { dailyEmail, dailySms, usage } = device.limits;
  const of = `of ${device.name}, today`;
  return [
    { icon: 'mail', label: 'E-mails today', used: usage.email, limit: dailyEmail, of },
    { icon: 'sms', label: 'SMS today', used: usage.sms, limit: dailySms, of },
  ];
}

const countInWords = ({ label, used, limit }: Gauge) =>
  `${label} ${numberOf(used)}${limit === null ? '' : ` of ${numberOf(limit)}`}`;

const inWords = (gauge: Gauge) => `${countInWords(gauge)} ${gauge.of}`;

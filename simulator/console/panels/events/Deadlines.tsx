/** Part 3: what the clock will bring next. A click goes there. */
import './events.css';
import type { Deadline } from '../../../control/schemas/index.ts';
import { Empty } from '../../look/controls.tsx';
import { momentOf, spanOf } from '../../look/format.ts';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { refusalOfSeek, seek } from '../../state/actions.ts';
import { choose } from '../../state/choice.ts';
import { now } from '../../state/clock.ts';
import { deadlines } from '../../state/deadlines.ts';
import { nameOf } from '../../state/devices.ts';
import { zone } from '../time/view.ts';

const KINDS: { readonly [kind: string]: { icon: IconName; label: (deadline: Deadline) => string } } = {
  'day-end': { icon: 'clock', label: () => 'Day ends: counters reset' },
  'device-expiry': { icon: 'licence', label: ({ deviceId }) => `${nameOf(deviceId ?? '')} expires` },
  'token-expiry': { icon: 'shield', label: ({ tokenId }) => `Token ${String(tokenId ?? '')} expires` },
};

export function Deadlines() {
  if (deadlines.value.length === 0) return <Empty icon="clock">Nothing is due.</Empty>;
  return (
    <ol class="deadlines" aria-label="Deadlines, soonest first">
      {deadlines.value.map((deadline) => {
        const at = Date.parse(deadline.at);
        const { icon, label } = KINDS[deadline.kind] ?? {
          icon: 'clock' as const,
          label: () => deadline.kind,
        };
        return (
          <li key={`${deadline.at} ${deadline.kind} ${String(deadline.deviceId ?? deadline.tokenId ?? '')}`}>
            <Icon name={icon} />
            <div class="grow">
              <p class="untrusted">{label(deadline)}</p>
              <p class="small muted">
                {momentOf(at, zone.value)}, in {spanOf(at - now.value)}
              </p>
            </div>
            {deadline.deviceId !== undefined && (
              <button type="button" class="button slim" onClick={() => choose(deadline.deviceId ?? null)}>
                Show
              </button>
            )}
            <button
              type="button"
              class="button slim"
              disabled={refusalOfSeek(at) !== undefined}
              title={refusalOfSeek(at)}
              onClick={() => void seek(at)}
            >
              Go there
            </button>
          </li>
        );
      })}
    </ol>
  );
}

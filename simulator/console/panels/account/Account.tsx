/** Account: licences used, available and expired, with their history; API access; the key. */

import { toBase64Url } from '../../../../contracts/kit/base64.ts';
import type { Problem } from '../../../control/schemas/index.ts';
import './account.css';
import { computed, useSignal } from '@preact/signals';
import { Refusal, Switch } from '../../look/controls.tsx';
import { countOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { account, licenceHistory } from '../../state/account.ts';
import { setAccount } from '../../state/actions.ts';
import { now } from '../../state/clock.ts';
import { devices, devicesTotal, devicesVersion } from '../../state/devices.ts';
import { notify } from '../../state/notices.ts';
import { chapters, span } from '../../state/story.ts';
import { Only } from '../page/Only.tsx';
import { History } from './History.tsx';

const expired = computed(() => {
  devicesVersion.value;
  let count = 0;
  for (const { licence } of devices.values()) if (licence === 'expired') count++;
  return count;
});

export function Account() {
  const held = account.value;
  if (!held) return <p class="muted">Not yet known.</p>;
  return (
    <div class="account">
      <Licences total={held.licences.total} used={held.licences.used} available={held.licences.available} />
      <Access apiEnabled={held.apiEnabled} />
      <Day dayEnds={held.dayEnds} />
      <Key userName={held.userName} />
    </div>
  );
}

function Day({ dayEnds }: { dayEnds: string }) {
  const [at, ...zone] = dayEnds.split(' ');
  return (
    <section class="section" aria-label="Day">
      <h2>Day</h2>
      <p class="small muted untrusted">
        The day ends at {at}, {zone.join(' ')} time: daily counters start again.
      </p>
    </section>
  );
}

function Licences({ total, used, available }: { total: number; used: number; available: number }) {
  const draft = useSignal<string | null>(null);
  const problem = useSignal<Problem | undefined>(undefined);
  const isOver = used > total;
  const whole = Math.max(total, used, 1);
  const save = async (event: Event) => {
    event.preventDefault();
    const answer = await setAccount({ licences: { total: Number(draft.value) } });
    problem.value = 'problem' in answer ? answer.problem : undefined;
    if (!problem.value) {
      draft.value = null;
      notify('Number of licences saved.');
    }
  };
  return (
    <section class="section" aria-label="Licences">
      <h2>Licences</h2>
      <div
        class="gauge"
        role="img"
        aria-label={`${used} of ${total} licences used, ${available} available, ${expired.value} devices expired`}
      >
        <span
          class={`gauge-used ${isOver ? 'over' : ''}`}
          style={{ '--share': `${(used / whole) * 100}%` }}
        />
        {isOver && <span class="gauge-line" style={{ '--share': `${(total / whole) * 100}%` }} />}
      </div>
      <dl class="figures">
        <div>
          <dt>
            <span class="sample used" aria-hidden="true" /> used
          </dt>
          <dd data-licences="used">{countOf(used)}</dd>
        </div>
        <div>
          <dt>
            <span class="sample available" aria-hidden="true" /> available
          </dt>
          <dd data-licences="available">{countOf(available)}</dd>
        </div>
        <div>
          <dt>of total</dt>
          <dd data-licences="total">{countOf(total)}</dd>
        </div>
        <div>
          <dt>expired devices</dt>
          <dd data-licences="expired">{devices.size < devicesTotal.value ? '…' : countOf(expired.value)}</dd>
        </div>
      </dl>
      {isOver && (
        <p class="chip bad">
          <Icon name="warn" /> more used than allotted
        </p>
      )}
      <History
        points={licenceHistory.value}
        used={used}
        total={total}
        from={(chapters.value.length > 0 ? span.value?.start : licenceHistory.value[0]?.at) ?? now.value}
        to={now.value}
      />
      <Only call="PUT /account">
        <form class="row wrap" onSubmit={save} noValidate>
          <div class="field grow">
            <label for="licence-total">Licences in total</label>
            <input
              id="licence-total"
              class="input"
              type="number"
              value={draft.value ?? String(total)}
              aria-invalid={problem.value !== undefined}
              onInput={({ currentTarget }) => {
                draft.value = currentTarget.value;
              }}
            />
          </div>
          <button
            type="submit"
            class="button at-end"
            disabled={draft.value === null || draft.value === String(total)}
          >
            Set
          </button>
        </form>
      </Only>
      <Refusal problem={problem.value} />
    </section>
  );
}

function Access({ apiEnabled }: { apiEnabled: boolean }) {
  const problem = useSignal<Problem | undefined>(undefined);
  const change = async (on: boolean) => {
    const answer = await setAccount({ apiEnabled: on });
    problem.value = 'problem' in answer ? answer.problem : undefined;
  };
  return (
    <section class="section" aria-label="API access">
      <Only call="PUT /account">
        <Switch label="API access" on={apiEnabled} onChange={(on) => void change(on)} />
      </Only>
      <p class="small muted">
        {apiEnabled ? 'Valid credentials get a token.' : 'No token is issued, whatever the credentials.'}
      </p>
      <Refusal problem={problem.value} />
    </section>
  );
}

/** The key is a secret: it is set here, and never shown by the service. */
function Key({ userName }: { userName: string }) {
  const key = useSignal('');
  const problem = useSignal<Problem | undefined>(undefined);
  const rotate = async (event: Event) => {
    event.preventDefault();
    const answer = await setAccount({ apiKey: key.value });
    problem.value = 'problem' in answer ? answer.problem : undefined;
    if (problem.value) return;
    key.value = '';
    notify('New key saved: tokens are now issued for this key only.');
  };
  const propose = () => {
    key.value = toBase64Url(crypto.getRandomValues(new Uint8Array(15)));
  };
  return (
    <section class="section" aria-label="API key">
      <h2>API key</h2>
      <p class="small muted untrusted">
        The key of the user {userName}. The service never shows it; a new one takes its place at once.
      </p>
      <Only call="PUT /account">
        <form class="stack" onSubmit={rotate}>
          <div class="field">
            <label for="new-key">New key</label>
            <div class="row">
              <input
                id="new-key"
                class="input mono"
                autocomplete="off"
                spellcheck={false}
                value={key.value}
                onInput={({ currentTarget }) => {
                  key.value = currentTarget.value;
                }}
              />
              <button type="button" class="button" onClick={propose}>
                Propose
              </button>
            </div>
          </div>
          <div class="row">
            <button type="submit" class="button" disabled={key.value === ''}>
              Rotate the key
            </button>
          </div>
          <Refusal problem={problem.value} />
        </form>
      </Only>
    </section>
  );
}

/**
 * The limit settings of a device as section 2 of the interface describes them for its user interface: Expires
 * on or off, expiration date, daily limits, counters that can only be read; and activation (section 3). What is
 * typed is sent as it is: the service decides, and its refusal is shown as it says it.
 */
import { useSignal } from '@preact/signals';
import type { Device, LimitSettings, Limits, Problem } from '../../../control/schemas/index.ts';
import { Refusal, Switch } from '../../look/controls.tsx';
import { countOf, momentOf } from '../../look/format.ts';
import { account } from '../../state/account.ts';
import { activate, setLimits } from '../../state/actions.ts';
import { notify } from '../../state/notices.ts';
import { Only } from '../page/Only.tsx';
import { zone } from '../time/view.ts';

interface Draft {
  expires: boolean;
  expirationDate: string;
  dailyEmail: string;
  dailySms: string;
}

const draftOf = ({ expires, expirationDate, dailyEmail, dailySms }: Limits): Draft => ({
  expires,
  expirationDate: expirationDate ?? '',
  dailyEmail: dailyEmail === null ? '' : String(dailyEmail),
  dailySms: dailySms === null ? '' : String(dailySms),
});

/** An empty field means no limit, or no date. */
const settingsOf = (draft: Draft): LimitSettings => ({
  expires: draft.expires,
  expirationDate: draft.expirationDate === '' ? null : draft.expirationDate,
  dailyEmail: draft.dailyEmail === '' ? null : Number(draft.dailyEmail),
  dailySms: draft.dailySms === '' ? null : Number(draft.dailySms),
});

export function Settings({ device }: { device: Device }) {
  /** Changes that are not saved yet; the rest is as the service has it. */
  const changes = useSignal<Partial<Draft>>({});
  const problem = useSignal<Problem | undefined>(undefined);
  const saving = useSignal(false);
  const held = draftOf(device.limits);
  const draft = { ...held, ...changes.value };
  const changed = (Object.keys(changes.value) as (keyof Draft)[]).filter(
    (name) => draft[name] !== held[name],
  );

  const change = (part: Partial<Draft>) => {
    changes.value = { ...changes.value, ...part };
  };
  const save = async (event: Event) => {
    event.preventDefault();
    saving.value = true;
    const sent = changes.value;
    const settings = settingsOf(draft);
    problem.value = await setLimits(
      device.id,
      Object.fromEntries(changed.map((name) => [name, settings[name]])) as Partial<LimitSettings>,
    );
    saving.value = false;
    if (problem.value !== undefined) return;
    // Input that was typed meanwhile is not saved yet.
    const later = Object.entries(changes.value).filter(
      ([name, value]) => sent[name as keyof Draft] !== value,
    );
    changes.value = Object.fromEntries(later);
    notify('Settings saved.');
  };
  const discard = () => {
    changes.value = {};
    problem.value = undefined;
  };
  const blames = (field: string) => problem.value?.field?.includes(field) === true;

  return (
    <section class="section" aria-label="Limit settings">
      <h3>Limit settings</h3>
      <Only call="PUT /devices/{id}/limits">
        <form class="stack" onSubmit={save} noValidate>
          <div class="row wrap">
            <Switch label="Expires" on={draft.expires} onChange={(expires) => change({ expires })} />
            <div class="field grow">
              <label for="expiration-date">Expiration date</label>
              <input
                id="expiration-date"
                class="input"
                type="date"
                value={draft.expirationDate}
                aria-invalid={blames('expirationDate')}
                onInput={({ currentTarget }) => change({ expirationDate: currentTarget.value })}
              />
            </div>
          </div>
          {device.expiresAt !== null && (
            <p class="small muted">
              {device.licence === 'expired' ? 'Expired' : 'Expires'}{' '}
              {momentOf(Date.parse(device.expiresAt), zone.value)}.
            </p>
          )}
          <div class="pair">
            <Limit
              name="dailyEmail"
              label="Daily e-mail limit"
              draft={draft}
              change={change}
              isBlamed={blames('dailyEmail')}
            />
            <Limit
              name="dailySms"
              label="Daily SMS limit"
              draft={draft}
              change={change}
              isBlamed={blames('dailySms')}
            />
          </div>
          <dl class="pair small">
            <div class="row">
              <dt class="muted">E-mails sent today</dt>
              <dd class="strong" data-usage="email">
                {countOf(device.limits.usage.email)}
              </dd>
            </div>
            <div class="row">
              <dt class="muted">SMS sent today</dt>
              <dd class="strong" data-usage="sms">
                {countOf(device.limits.usage.sms)}
              </dd>
            </div>
          </dl>
          <Refusal problem={problem.value} />
          <div class="row">
            <button type="submit" class="button primary" disabled={changed.length === 0 || saving.value}>
              Save settings
            </button>
            {changed.length > 0 && (
              <button type="button" class="button plain" onClick={discard}>
                Discard
              </button>
            )}
          </div>
        </form>
      </Only>
      <Activation device={device} />
    </section>
  );
}

interface LimitProps {
  name: 'dailyEmail' | 'dailySms';
  label: string;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  isBlamed: boolean;
}

function Limit({ name, label, draft, change, isBlamed }: LimitProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        class="input"
        type="number"
        inputMode="numeric"
        step="any"
        placeholder="no limit"
        value={draft[name]}
        aria-invalid={isBlamed}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </div>
  );
}

/** An expired device is activated again while a licence is available (section 3). */
function Activation({ device }: { device: Device }) {
  const problem = useSignal<Problem | undefined>(undefined);
  const date = useSignal('');
  if (device.licence !== 'expired') return null;
  const available = account.value?.licences.available;
  const run = async () => {
    problem.value = await activate(device.id, date.value === '' ? undefined : date.value);
    if (problem.value === undefined) notify(`${device.name} uses a licence again.`);
  };
  return (
    <div class="card activation">
      <p>
        This device is expired and uses no licence.{' '}
        {available !== undefined && <span class="muted">Available: {countOf(available)}.</span>}
      </p>
      <Only call="POST /devices/{id}/activate">
        <div class="row wrap">
          <div class="field grow">
            <label for="new-date">New expiration date (optional)</label>
            <input
              id="new-date"
              class="input"
              type="date"
              value={date.value}
              onInput={({ currentTarget }) => {
                date.value = currentTarget.value;
              }}
            />
          </div>
          <button type="button" class="button primary activate" onClick={() => void run()}>
            Activate
          </button>
        </div>
      </Only>
      <Refusal problem={problem.value} />
    </div>
  );
}

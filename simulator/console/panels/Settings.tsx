/**
 * The limit settings of a device as section 2 of the interface describes them for its user interface, and activation
 * (section 3). What is typed is sent as it is: the service decides, and its refusal is shown as it says it.
 */
import { useSignal } from '@preact/signals';
import type { Device, LimitSettings, Limits, Problem } from '../../control/schemas/index.ts';
import { Field, Refusal, Switch } from '../look/controls.tsx';
import { countOf, momentOf } from '../look/format.ts';
import { activate, setLimits } from '../state/actions.ts';
import { notify } from '../state/notices.ts';
import { mayCall } from '../state/role.ts';
import { account } from '../state/server.ts';
import { zone } from '../state/story.ts';

type Draft = { [Name in keyof LimitSettings]: Name extends 'expires' ? boolean : string };

const draftOf = ({ expires, expirationDate, dailyEmail, dailySms }: Limits): Draft => ({
  expires,
  expirationDate: expirationDate ?? '',
  dailyEmail: String(dailyEmail ?? ''),
  dailySms: String(dailySms ?? ''),
});

/** An empty field means no limit, or no date. */
const settingsOf = ({ expires, expirationDate, dailyEmail, dailySms }: Draft): LimitSettings => ({
  expires,
  expirationDate: expirationDate === '' ? null : expirationDate,
  dailyEmail: dailyEmail === '' ? null : Number(dailyEmail),
  dailySms: dailySms === '' ? null : Number(dailySms),
});

const FIELDS = [
  ['expirationDate', 'Expiration date', 'date', undefined],
  ['dailyEmail', 'Daily e-mail limit', 'number', 'no limit'],
  ['dailySms', 'Daily SMS limit', 'number', 'no limit'],
] as const;

export function Settings({ device }: { device: Device }) {
  /** Changes that are not saved yet; the rest is as the service has it. */
  const changes = useSignal<Partial<Draft>>({});
  const problem = useSignal<Problem | undefined>(undefined);
  const held = draftOf(device.limits);
  const draft = { ...held, ...changes.value };
  const changed = (Object.keys(changes.value) as (keyof Draft)[]).filter(
    (name) => draft[name] !== held[name],
  );
  const save = async (event: Event) => {
    event.preventDefault();
    const [sent, settings] = [changes.value, settingsOf(draft)];
    const body = Object.fromEntries(changed.map((name) => [name, settings[name]]));
    problem.value = await setLimits(device.id, body);
    if (problem.value !== undefined) return;
    // Input that was typed meanwhile is not saved yet.
    const later = Object.entries(changes.value).filter(
      ([name, value]) => sent[name as keyof Draft] !== value,
    );
    changes.value = Object.fromEntries(later);
    notify('Settings saved.');
  };
  return (
    <form onSubmit={save} noValidate>
      <fieldset class="stack" disabled={!mayCall('PUT /devices/{id}/limits')}>
        <Switch
          label="Expires"
          on={draft.expires}
          onChange={(expires) => {
            changes.value = { ...changes.value, expires };
          }}
        />
        <div class="pair">
          {FIELDS.map(([name, label, type, placeholder = '']) => (
            <Field
              key={name}
              id={name}
              {...{ label, type, placeholder, value: draft[name] }}
              isBlamed={problem.value?.field?.includes(name) === true}
              onInput={(value) => {
                changes.value = { ...changes.value, [name]: value };
              }}
            />
          ))}
        </div>
        {device.expiresAt !== null && (
          <p class="small muted">
            {device.licence === 'expired' ? 'Expired' : 'Expires'}{' '}
            {momentOf(Date.parse(device.expiresAt), zone.value)}.
          </p>
        )}
        <Refusal problem={problem.value} />
        {changed.length > 0 && (
          <div class="row">
            <button type="submit" class="button primary">
              Save settings
            </button>
            <button
              type="button"
              class="button plain"
              onClick={() => {
                changes.value = {};
                problem.value = undefined;
              }}
            >
              Discard
            </button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** An expired device is activated again while a licence is available (section 3). */
export function Activation({ device }: { device: Device }) {
  const problem = useSignal<Problem | undefined>(undefined);
  const date = useSignal('');
  if (device.licence !== 'expired') return null;
  const available = account.value?.licences.available;
  const run = async () => {
    problem.value = await activate(device.id, date.value === '' ? undefined : date.value);
    if (problem.value === undefined) notify(`${device.name} uses a licence again.`);
  };
  return (
    <div class="stack">
      <p>
        This device is expired and uses no licence.{' '}
        {available !== undefined && <span class="muted">Available: {countOf(available)}.</span>}
      </p>
      {mayCall('POST /devices/{id}/activate') && (
        <div class="row wrap">
          <Field id="new-date" label="New expiration date (optional)" type="date" value={date} />
          <button type="button" class="button primary at-end" onClick={() => void run()}>
            Activate
          </button>
        </div>
      )}
      <Refusal problem={problem.value} />
    </div>
  );
}

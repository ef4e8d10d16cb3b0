/** Account: licences used, available and expired; API access; the key. */
import './panels.css';
import { useSignal } from '@preact/signals';
import { toBase64Url } from '../../../contracts/kit/base64.ts';
import type { BodyOf, Problem } from '../../control/schemas/index.ts';
import { Facts, Field, Meter, Refusal, Switch } from '../look/controls.tsx';
import { countOf } from '../look/format.ts';
import { setAccount } from '../state/actions.ts';
import { devices, devicesTotal, devicesVersion } from '../state/devices.ts';
import { notify } from '../state/notices.ts';
import { mayCall } from '../state/role.ts';
import { account } from '../state/server.ts';

export function Account() {
  const held = account.value;
  if (!held) return <p class="muted">Not yet known.</p>;
  const [at, ...zone] = held.dayEnds.split(' ');
  return (
    <fieldset class="stack" disabled={!mayCall('PUT /account')}>
      <Licences {...held.licences} />
      <section class="stack" aria-label="Day">
        <h2>Day</h2>
        <p class="small muted untrusted">
          The day ends at {at}, {zone.join(' ')} time: daily counters start again.
        </p>
      </section>
      <Access isOn={held.apiEnabled} />
      {mayCall('PUT /account') && <Key userName={held.userName} />}
    </fieldset>
  );
}

/** Changes the account; keeps the refusal to be shown. */
function useChange() {
  const problem = useSignal<Problem | undefined>(undefined);
  const change = async (body: BodyOf<'PUT /account'>, done?: string) => {
    problem.value = await setAccount(body);
    if (problem.value === undefined && done !== undefined) notify(done);
    return problem.value === undefined;
  };
  return { problem: problem.value, change };
}

function Licences({ total, used, available }: { total: number; used: number; available: number }) {
  const draft = useSignal<string | null>(null);
  const { problem, change } = useChange();
  devicesVersion.value;
  const expired = [...devices.values()].filter(({ licence }) => licence === 'expired').length;
  const save = async (event: Event) => {
    event.preventDefault();
    const isDone = await change({ licences: { total: Number(draft.value) } }, 'Number of licences saved.');
    if (isDone) draft.value = null;
  };
  return (
    <section class="stack" aria-label="Licences">
      <h2>Licences</h2>
      <Meter label="Licences" icon="licence" used={used} limit={total} what="in use" />
      <Facts
        of={[
          ['Available', countOf(available)],
          ['Expired devices', devices.size < devicesTotal.value ? '…' : countOf(expired)],
        ]}
      />
      {used > total && <p class="chip bad">more used than allotted</p>}
      {mayCall('PUT /account') && (
        <form class="row wrap" onSubmit={save} noValidate>
          <Field
            id="licence-total"
            label="Licences in total"
            type="number"
            value={draft.value ?? total}
            isBlamed={problem !== undefined}
            onInput={(value) => {
              draft.value = value;
            }}
          />
          <button type="submit" class="button at-end" disabled={(draft.value ?? total) === total}>
            Set
          </button>
        </form>
      )}
      <Refusal problem={problem} />
    </section>
  );
}

function Access({ isOn }: { isOn: boolean }) {
  const { problem, change } = useChange();
  return (
    <section class="stack" aria-label="API access">
      <Switch label="API access" on={isOn} onChange={(on) => void change({ apiEnabled: on })} />
      <p class="small muted">
        {isOn ? 'Valid credentials get a token.' : 'No token is issued, whatever the credentials.'}
      </p>
      <Refusal problem={problem} />
    </section>
  );
}

/** The key is a secret: it is set here, and never shown by the service. */
function Key({ userName }: { userName: string }) {
  const key = useSignal('');
  const { problem, change } = useChange();
  const rotate = async (event: Event) => {
    event.preventDefault();
    const done = 'New key saved: tokens are now issued for this key only.';
    if (await change({ apiKey: key.value }, done)) key.value = '';
  };
  return (
    <form class="stack" aria-label="API key" onSubmit={rotate}>
      <h2>API key</h2>
      <p class="small muted untrusted">
        The key of the user {userName}. The service never shows it; a new one takes its place at once.
      </p>
      <div class="row wrap">
        <Field id="new-key" label="New key" value={key} />
        <button
          type="button"
          class="button at-end"
          onClick={() => {
            key.value = toBase64Url(crypto.getRandomValues(new Uint8Array(15)));
          }}
        >
          Generate
        </button>
        <button type="submit" class="button at-end" disabled={key.value === ''}>
          Rotate the key
        </button>
      </div>
      <Refusal problem={problem} />
    </form>
  );
}

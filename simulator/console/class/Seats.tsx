/** Links and credentials of trainees, each to be copied. */
import type { Seat } from '../../control/schemas/index.ts';
import { Icon } from '../look/Icon.tsx';
import { copyText } from '../panels/page/clipboard.ts';
import { notify } from '../state/notices.ts';

const facts: readonly [label: string, of: (seat: Seat) => string][] = [
  ['Link', ({ link }) => link],
  ['Link to look on', ({ viewer }) => viewer],
  ['API', ({ baseUrl }) => baseUrl],
  ['User name', ({ userName }) => userName],
  ['API key', ({ apiKey }) => apiKey],
];

export function Seats({ of: seats }: { of: readonly Seat[] }) {
  const all = seats.map(asText).join('\n\n');
  return (
    <>
      <p class="small muted">A link opens the world of its trainee, for everyone who has it.</p>
      {seats.map((seat) => (
        <section key={seat.world} class="stack" aria-label={seat.name}>
          <h3 class="untrusted">{seat.name}</h3>
          <dl class="seat">
            {facts.map(([label, of]) => (
              <div key={label} class="row">
                <dt>{label}</dt>
                <dd class="row grow">
                  <span class="mono cut">{of(seat)}</span>
                  <Copy what={`${label} of ${seat.name}`} text={of(seat)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <button type="button" class="button" onClick={() => void copied(all, 'All of it')}>
        <Icon name="copy" /> Copy all
      </button>
    </>
  );
}

function Copy({ what, text }: { what: string; text: string }) {
  return (
    <button type="button" class="button plain square" onClick={() => void copied(text, what)}>
      <Icon name="copy" />
      <span class="visually-hidden">Copy: {what}</span>
    </button>
  );
}

async function copied(text: string, what: string): Promise<void> {
  await copyText(text);
  notify(`Copied: ${what}.`);
}

function asText(seat: Seat): string {
  return [seat.name, ...facts.map(([label, of]) => `${label}: ${of(seat)}`)].join('\n');
}

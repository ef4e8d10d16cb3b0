/** The verdict of the contract suite on a twin of the service, where the server has one: a chip, and a link to the report. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { VerificationView } from '../../../control/schemas/index.ts';
import { control } from '../../api/control.ts';
import { ApiError } from '../../api/http.ts';
import { ServerLink } from './ServerLink.tsx';

const verification = signal<VerificationView>({ state: 'none' });

/** Real milliseconds between two looks while it is under way. */
const LOOK = 2_000;

async function look(): Promise<void> {
  try {
    verification.value = await control.verification.read();
  } catch (error) {
    // A server without it.
    if (!(error instanceof ApiError)) throw error;
  }
}

export function Verified() {
  const { state, summary, holds } = verification.value;
  useEffect(() => {
    void look();
  }, []);
  useEffect(() => {
    if (state !== 'running') return;
    const timer = setInterval(() => void look(), LOOK);
    return () => clearInterval(timer);
  }, [state]);
  if (state === 'none') return null;
  if (state === 'running') return <span class="chip">verifying…</span>;
  if (state === 'failed')
    return (
      <span class="chip bad" title={summary}>
        ✘ not verified
      </span>
    );
  return (
    <ServerLink
      path="/verification/report"
      file="verification.html"
      class={`chip ${holds ? 'good' : 'bad'}`}
      {...(summary !== undefined && { title: summary })}
    >
      {holds ? '✔ verified' : '✘ rules broken'}
    </ServerLink>
  );
}

/** Part 5: what a verification of this service says, rule by rule. A twin is verified: the story goes on. */
import './developers.css';
import { useEffect } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { VerificationView } from '../../../control/schemas/index.ts';
import { Empty } from '../../look/controls.tsx';
import { Icon } from '../../look/Icon.tsx';
import {
  loadSpecification,
  loadVerification,
  startVerification,
  verification,
} from '../../state/developer.ts';
import { Only } from '../page/Only.tsx';
import { Exploration } from './Exploration.tsx';
import { useLooks } from './looks.ts';
import { Report } from './VerificationReport.tsx';

type Progressed = Extract<VerificationView, { state: 'running' }>['progress'];

export function Verification() {
  useEffect(() => void loadSpecification().catch(() => undefined), []);
  useLooks(verification, loadVerification);
  const view = verification.value;
  if (view === undefined) return <Empty icon="shield">This server cannot verify itself.</Empty>;
  return (
    <div class="stack">
      <div class="row wrap">
        <Only call="POST /verification" isTight>
          <button
            type="button"
            class="button primary"
            disabled={view?.state === 'running'}
            onClick={() => void startVerification()}
          >
            <Icon name="shield" />
            {view?.state === 'done' ? 'Verify again' : 'Verify'}
          </button>
        </Only>
        <span class="small muted grow">
          Every rule of the interface, judged on a twin of this service. The world that is shown goes on
          undisturbed.
        </span>
      </div>
      {view?.state === 'running' && <Progress progress={view.progress} />}
      {view?.state === 'done' && <Report report={view.report} />}
      {view?.state === 'failed' && (
        <div class="refusal" role="alert">
          <Icon name="warn" />
          <span class="untrusted">The verification itself failed: {view.error}</span>
        </div>
      )}
      {(view === null || view.state === 'none') && <Empty icon="shield">No verification has run yet.</Empty>}
      <Exploration />
    </div>
  );
}

function Progress({ progress: { done, total } }: { progress: Progressed }) {
  return (
    <div class="stack" role="status">
      <progress
        class="progress"
        max={total || 1}
        value={total === 0 ? undefined : done}
        aria-label="Verification"
      />
      <span class="small muted">
        {total === 0 ? 'Starting.' : `${done} of ${counted(total, 'rule')} judged`}
      </span>
    </div>
  );
}

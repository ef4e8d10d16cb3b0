/** Part 5: what a verification of this service says, rule by rule. A twin is verified: the story goes on. */
import './developers.css';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import { namesOf } from '../../../../contracts/kit/tables.ts';
import type {
  VerificationOutcome,
  VerificationReport,
  VerificationView,
} from '../../../control/schemas/index.ts';
import { Empty } from '../../look/controls.tsx';
import { numberOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import {
  loadSpecification,
  loadVerification,
  specification,
  startVerification,
  verification,
} from '../../state/developer.ts';

type Progressed = Extract<VerificationView, { state: 'running' }>['progress'];
/** A verdict; what could be reached and stayed inconclusive stands by itself. */
type Standing = VerificationOutcome['verdict'] | 'left-open';

/** In the order in which they want attention; each has a sign and a word. */
const STANDINGS: { readonly [S in Standing]: { sign: string; word: string; chip: string } } = {
  fail: { sign: '✘', word: 'fail', chip: 'bad' },
  error: { sign: '!', word: 'error', chip: 'bad' },
  suspect: { sign: '~', word: 'suspect', chip: 'bad' },
  drift: { sign: '≠', word: 'drift', chip: 'note' },
  'left-open': { sign: '◌', word: 'left open', chip: 'bad' },
  inconclusive: { sign: '?', word: 'not reached', chip: 'warn' },
  'not-applicable': { sign: '–', word: 'not offered', chip: 'muted' },
  pass: { sign: '✔', word: 'pass', chip: 'good' },
};
const ORDER = namesOf(STANDINGS);

function standingOf({ verdict, leftOpen }: VerificationOutcome): Standing {
  return verdict === 'inconclusive' && leftOpen ? 'left-open' : verdict;
}

/** Real milliseconds between two looks. */
const LOOK = 1_000;

const leftOut = signal<ReadonlySet<Standing>>(new Set());
const outcomes = computed(() =>
  (verification.value?.state === 'done' ? verification.value.report.outcomes : [])
    .filter((outcome) => !leftOut.value.has(standingOf(outcome)))
    .toSorted((a, b) => ORDER.indexOf(standingOf(a)) - ORDER.indexOf(standingOf(b))),
);

export function Verification() {
  useEffect(() => {
    void loadSpecification().catch(() => undefined);
    // Another page may start one; a report that is there does not change by itself.
    const look = () => {
      if (verification.peek()?.state !== 'done') void loadVerification().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, []);
  const view = verification.value;
  if (view === undefined) return <Empty icon="shield">This server cannot verify itself.</Empty>;
  return (
    <div class="stack">
      <div class="row wrap">
        <button
          type="button"
          class="button primary"
          disabled={view?.state === 'running'}
          onClick={() => void startVerification()}
        >
          <Icon name="shield" />
          {view?.state === 'done' ? 'Verify again' : 'Verify'}
        </button>
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

function Report({ report }: { report: VerificationReport }) {
  const { problem } = report;
  const toggle = (standing: Standing) => {
    const next = new Set(leftOut.value);
    if (!next.delete(standing)) next.add(standing);
    leftOut.value = next;
  };
  return (
    <div class="stack">
      {problem && (
        <div class="refusal" role="alert">
          <Icon name="warn" />
          <span>{problem.message}</span>
          {problem.hint && <span class="hint">{problem.hint}</span>}
        </div>
      )}
      <fieldset class="filters" aria-label="Verdicts to show">
        {ORDER.map((standing) => {
          const count = report.outcomes.filter((outcome) => standingOf(outcome) === standing).length;
          const { sign, word } = STANDINGS[standing];
          return count === 0 ? null : (
            <button
              type="button"
              key={standing}
              class="button slim toggle"
              data-count={standing}
              aria-pressed={!leftOut.value.has(standing)}
              onClick={() => toggle(standing)}
            >
              {sign} {count} {word}
            </button>
          );
        })}
      </fieldset>
      <p class="small muted">
        Profile {report.profile ?? '—'}, in{' '}
        {numberOf((Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1000, 1)} s, exit code{' '}
        {report.exitCode}
      </p>
      <ul class="outcomes">
        {outcomes.value.map((outcome) => (
          <Outcome key={outcome.id} outcome={outcome} />
        ))}
      </ul>
    </div>
  );
}

function Outcome({ outcome }: { outcome: VerificationOutcome }) {
  const { id, rule, section, verdict, reason, expected, observed, unlock } = outcome;
  const { sign, word, chip } = STANDINGS[standingOf(outcome)];
  const text = specification.value?.rules.find((each) => each.id === rule)?.text;
  return (
    <li class="outcome" data-verdict={verdict} data-rule={rule}>
      <details open={verdict === 'fail'}>
        <summary>
          <span class={`chip ${chip}`}>
            {sign} {word}
          </span>
          <span class="mono">{id}</span>
          <span class="small muted push">§{section}</span>
        </summary>
        <div class="stack small">
          {text && <p>{text}</p>}
          <p class="untrusted">{reason}</p>
          {expected && (
            <p class="untrusted">
              <span class="muted">Expected:</span> {expected}
            </p>
          )}
          {observed && (
            <p class="untrusted">
              <span class="muted">Observed:</span> {observed}
            </p>
          )}
          {unlock && unlock.length > 0 && (
            <p>
              <span class="muted">Needs:</span> {unlock.join(', ')}
            </p>
          )}
        </div>
      </details>
    </li>
  );
}

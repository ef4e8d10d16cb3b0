/** The result of a verification: by section of the interface document, searched and chosen by verdict. */
import { computed, signal } from '@preact/signals';
import { counted } from '../../../../contracts/kit/phrases.ts';
import { namesOf } from '../../../../contracts/kit/tables.ts';
import type { VerificationOutcome, VerificationReport } from '../../../control/schemas/index.ts';
import { SearchBox } from '../../look/controls.tsx';
import { numberOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { saveFile } from '../../look/saving.ts';
import { specification, verification } from '../../state/developer.ts';

/** A verdict; what could be reached and stayed inconclusive is apart. */
type Status = VerificationOutcome['verdict'] | 'left-open';

/** In the order in which they want attention; each has a sign and a word. */
const STATUSES: { readonly [S in Status]: { sign: string; word: string; chip: string } } = {
  fail: { sign: '✘', word: 'fail', chip: 'bad' },
  error: { sign: '!', word: 'error', chip: 'bad' },
  suspect: { sign: '~', word: 'suspect', chip: 'bad' },
  drift: { sign: '≠', word: 'drift', chip: 'note' },
  'left-open': { sign: '◌', word: 'left open', chip: 'bad' },
  inconclusive: { sign: '?', word: 'not reached', chip: 'warn' },
  'not-applicable': { sign: '–', word: 'not offered', chip: 'muted' },
  pass: { sign: '✔', word: 'pass', chip: 'good' },
};
const ORDER = namesOf(STATUSES);

function statusOf({ verdict, leftOpen }: VerificationOutcome): Status {
  return verdict === 'inconclusive' && leftOpen ? 'left-open' : verdict;
}

/** The verdicts that were chosen; none: all of them. */
const chosen = signal<ReadonlySet<Status>>(new Set());
const search = signal('');

const isWanted = (status: Status) => chosen.value.size === 0 || chosen.value.has(status);

const outcomes = computed(() => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return (verification.value?.state === 'done' ? verification.value.report.outcomes : [])
    .filter((outcome) => isWanted(statusOf(outcome)) && hasAll(outcome, words))
    .toSorted((a, b) => ORDER.indexOf(statusOf(a)) - ORDER.indexOf(statusOf(b)));
});

/** Sections in the order of the document, each with those of its outcomes that are to be seen. */
const sections = computed(() => {
  const known = specification.value?.sections ?? [];
  const ids = [...new Set([...known.map(({ id }) => id), ...outcomes.value.map(({ section }) => section)])];
  return ids.flatMap((id) => {
    const ofSection = outcomes.value.filter(({ section }) => section === id);
    const title = known.find((each) => each.id === id)?.title ?? '';
    return ofSection.length === 0 ? [] : [{ id, title, outcomes: ofSection }];
  });
});

const textOf = ({ rule }: VerificationOutcome) =>
  specification.value?.rules.find((each) => each.id === rule)?.text ?? '';

function hasAll(outcome: VerificationOutcome, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const all = wordsOf(outcome);
  return words.every((word) => all.includes(word));
}

/** All that a search looks at. */
function wordsOf(outcome: VerificationOutcome): string {
  const { id, reason, expected = '', observed = '' } = outcome;
  return [id, textOf(outcome), reason, expected, observed].join(' ').toLowerCase();
}

export function Report({ report }: { report: VerificationReport }) {
  const { problem } = report;
  return (
    <div class="stack">
      {problem && (
        <div class="refusal" role="alert">
          <Icon name="warn" />
          <span>{problem.message}</span>
          {problem.hint && <span class="hint">{problem.hint}</span>}
        </div>
      )}
      <Verdicts report={report} />
      <div class="row wrap">
        <SearchBox
          class="grow"
          label="Search rules"
          placeholder="Rule, words, or what was observed"
          value={search.value}
          onInput={(text) => {
            search.value = text;
          }}
        />
        <button type="button" class="button" onClick={() => download(report)}>
          <Icon name="download" />
          Download the report
        </button>
      </div>
      <p class="small muted" role="status">
        {outcomes.value.length < report.outcomes.length
          ? `${outcomes.value.length} of ${counted(report.outcomes.length, 'rule')}`
          : counted(report.outcomes.length, 'rule')}
        , profile {report.profile ?? '—'}, in{' '}
        {numberOf((Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1000, 1)} s, exit code{' '}
        {report.exitCode}
      </p>
      {sections.value.map((section) => (
        <Section key={section.id} {...section} />
      ))}
    </div>
  );
}

function Verdicts({ report }: { report: VerificationReport }) {
  const toggle = (status: Status) => {
    const next = new Set(chosen.value);
    if (!next.delete(status)) next.add(status);
    chosen.value = next;
  };
  return (
    <fieldset class="filters" aria-label="Verdicts to show">
      <button
        type="button"
        class="button slim"
        aria-pressed={chosen.value.size === 0}
        onClick={() => {
          chosen.value = new Set();
        }}
      >
        All
      </button>
      {ORDER.map((status) => {
        const count = report.outcomes.filter((outcome) => statusOf(outcome) === status).length;
        const { sign, word } = STATUSES[status];
        return count === 0 ? null : (
          <button
            type="button"
            key={status}
            class="button slim"
            data-count={status}
            aria-pressed={chosen.value.has(status)}
            onClick={() => toggle(status)}
          >
            {sign} {count} {word}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Open where not all of it passed: there is something to be read. */
function Section({ id, title, outcomes: found }: (typeof sections.value)[number]) {
  const statuses = found.map(statusOf);
  const isCalm = statuses.every((status) => status === 'pass');
  return (
    <details
      class="verified-section"
      data-section={id}
      open={!isCalm || search.value !== '' || chosen.value.size > 0}
    >
      <summary>
        <span class="strong">
          § {id} {title}
        </span>
        <span class="row push">
          {ORDER.map((status) => {
            const count = statuses.filter((each) => each === status).length;
            const { sign, word, chip } = STATUSES[status];
            return count === 0 ? null : (
              <span key={status} class={`chip ${chip}`} title={word}>
                {sign} {count}
                <span class="visually-hidden"> {word}</span>
              </span>
            );
          })}
        </span>
      </summary>
      <ul class="outcomes">
        {found.map((outcome) => (
          <Outcome key={outcome.id} outcome={outcome} />
        ))}
      </ul>
    </details>
  );
}

function download(report: VerificationReport): void {
  saveFile(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }), {
    name: 'verification',
    at: Date.parse(report.finishedAt),
  });
}

function Outcome({ outcome }: { outcome: VerificationOutcome }) {
  const { id, rule, verdict, reason, expected, observed, unlock } = outcome;
  const { sign, word, chip } = STATUSES[statusOf(outcome)];
  const text = textOf(outcome);
  return (
    <li class="outcome" data-verdict={verdict} data-rule={rule}>
      <details open={verdict === 'fail'}>
        <summary>
          <span class={`chip ${chip}`}>
            {sign} {word}
          </span>
          <span class="mono">{id}</span>
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

/**
 * Calls that must be refused have no effect, whatever they are answered (sections 4.2 and 5): what they sent is looked for
 * wherever records and places are read. It is told from all else by texts and places that nothing else sent.
 */
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import { type Event, effectOf, type Sent, type SingleEvent, type Texts } from '../event.ts';
import type { Part } from '../hypotheses.ts';
import { plain } from './record-texts.ts';
import { type Called, endOf, refusedBy } from './tokens.ts';

type Rules = { readonly [sent: string]: JudgedId };

interface State {
  readonly tokens: { readonly [token: string]: { readonly expires: EpochMs | undefined } };
  /** The texts that must not be read. */
  readonly texts: Rules;
  /** The places that must not be the last. */
  readonly places: Rules;
  /** The alerts that must not be shown. */
  readonly alerts: Rules;
  /** The records that must not be gone. A call is only sent to one that was read before, with a good token. */
  readonly deleted: Rules;
  /** The records that were deleted, or read as deleted. */
  readonly gone: readonly string[];
}

export const intrusionPart: Part<State> = {
  initial: { tokens: {}, texts: {}, places: {}, alerts: {}, deleted: {}, gone: [] },
  inWords: ({ texts, places, alerts, deleted }) =>
    `${Object.keys({ ...texts, ...places, ...alerts }).length} texts, places and alerts and ${Object.keys(deleted).length} deletions were sent in vain`,
  next(state, event, relaxed) {
    if (event.kind === 'issued') return [{ state: afterIssue(state, event) }];
    if (event.kind === 'called') return [{ state: afterCall(state, event) }];
    const broken = shownBy(state, event);
    if (broken === undefined) return [{ state: afterOther(state, event) }];
    return relaxed ? [{ state: afterOther(state, event), broken }] : [];
  },
};

function afterIssue(state: State, { token, expires, at }: Extract<SingleEvent, { kind: 'issued' }>): State {
  if (token === undefined || token in state.tokens) return state;
  return { ...state, tokens: { ...state.tokens, [token]: { expires: endOf(expires, at) } } };
}

function afterCall(state: State, call: Called): State {
  const { sent } = call;
  const rule = sent && refusedBy(state, call);
  if (!rule || !sent) return afterOther(state, effectOf(call));
  if (sent.what === 'location') return { ...state, places: { ...state.places, [sent.place]: rule } };
  if (sent.what === 'alert') return { ...state, alerts: { ...state.alerts, [sent.mark]: rule } };
  if (sent.what !== 'delete') {
    const texts = Object.fromEntries(Object.values(sent.texts).map((text) => [plain(text), rule]));
    return { ...state, texts: { ...state.texts, ...texts } };
  }
  const name = `${sent.family} ${sent.record}`;
  return state.gone.includes(name) ? state : { ...state, deleted: { ...state.deleted, [name]: rule } };
}

/** A record that is gone need not be there any more. */
function afterOther(state: State, event: SingleEvent): State {
  if (event.kind !== 'deleted' && event.kind !== 'read' && event.kind !== 'created') return state;
  const name = `${event.family} ${event.record}`;
  const isGone = event.kind === 'deleted' || (event.kind === 'read' && event.found === false);
  if (isGone === state.gone.includes(name) && !(name in state.deleted && isGone)) return state;
  if (!isGone) return { ...state, gone: state.gone.filter((one) => one !== name) };
  const { [name]: _, ...deleted } = state.deleted;
  return { ...state, deleted, gone: [...new Set([...state.gone, name])] };
}

/** The rule that was broken, where the effect of a call shows that had to be refused. */
function shownBy({ texts, places, alerts, deleted }: State, event: SingleEvent): JudgedId | undefined {
  switch (event.kind) {
    case 'read':
      if (event.found === false) return deleted[`${event.family} ${event.record}`];
      return event.found ? among(texts, event.texts) : undefined;
    case 'listed':
      return event.entries.map((entry) => among(texts, entry.texts)).find((rule) => rule !== undefined);
    case 'last':
      return event.place === undefined ? undefined : places[event.place];
    case 'alerts':
      return event.marks.map((mark) => alerts[mark]).find((rule) => rule !== undefined);
    default:
      return undefined;
  }
}

/** Returns whether a fact shows the effect of what was sent, by a text or a place that nothing else has. */
export function isShownBy(fact: Event, sent: Sent): boolean {
  const holds = (texts: Texts) =>
    'texts' in sent &&
    Object.values(sent.texts).some((text) => Object.values(texts).some((one) => plain(one) === plain(text)));
  switch (fact.kind) {
    case 'read':
      if (fact.found) return holds(fact.texts);
      return sent.what === 'delete' && sent.record === fact.record;
    case 'listed':
      return fact.entries.some(({ texts }) => holds(texts));
    case 'last':
      return sent.what === 'location' && sent.place === fact.place;
    case 'alerts':
      return sent.what === 'alert' && fact.marks.includes(sent.mark);
    default:
      return false;
  }
}

/** Returns whether a fact would show the effect of what was sent. */
export function looksFor(fact: Event, sent: Sent): boolean {
  switch (fact.kind) {
    case 'read':
      return 'family' in sent && fact.family === sent.family && fact.record === sent.record;
    case 'listed':
      return 'family' in sent && fact.family === sent.family;
    case 'last':
      return sent.what === 'location' && fact.device === sent.device;
    case 'alerts':
      return sent.what === 'alert' && fact.device === sent.device;
    default:
      return false;
  }
}

function among(rules: Rules, texts: Texts): JudgedId | undefined {
  return (
    Object.values(texts)
      // A text may be the name of what every object has.
      .map((text) => (Object.hasOwn(rules, plain(text)) ? rules[plain(text)] : undefined))
      .find((rule) => rule !== undefined)
  );
}

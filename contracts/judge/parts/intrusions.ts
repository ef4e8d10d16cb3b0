/**
 * Calls that must be refused have no effect, whatever they are answered (sections 4.2 and 5): what they sent is looked for
 * wherever records and places are read. It is told from all else by texts and places that nothing else sent.
 */
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import { type Event, effectOf, type Sent, type SingleEvent, type Texts } from '../event.ts';
import { breaking, type Part } from '../hypotheses.ts';
import { plain } from './record-texts.ts';
import { endOf, refusedBy } from './tokens.ts';

interface State {
  readonly tokens: { readonly [token: string]: { readonly expires: EpochMs | undefined } };
  /**
   * The things that must not be shown, and the rule that is broken if they are: texts, places, alerts, and records that are gone. A call is only
   * sent to a record that was read before, with a good token.
   */
  readonly vain: { readonly [mark: string]: JudgedId };
  /** The records that were deleted, or read as deleted. */
  readonly gone: readonly string[];
}

export const intrusionPart: Part<State> = {
  initial: { tokens: {}, vain: {}, gone: [] },
  next(state, event) {
    if (event.kind === 'issued') {
      const { token, expires, at } = event;
      if (token === undefined || token in state.tokens) return [{ state }];
      return [{ state: { ...state, tokens: { ...state.tokens, [token]: { expires: endOf(expires, at) } } } }];
    }
    const rule = event.kind === 'called' && event.sent ? refusedBy(state, event) : undefined;
    if (rule && event.kind === 'called' && event.sent) {
      // A record that is gone need not be there any more.
      const marks = marksOf(event.sent).filter((mark) => !state.gone.includes(mark));
      const vain = { ...state.vain, ...Object.fromEntries(marks.map((mark) => [mark, rule])) };
      return [{ state: { ...state, vain } }];
    }
    const next = afterOther(state, effectOf(event));
    const shown = shownIn(event).find((mark) => Object.hasOwn(state.vain, mark));
    const broken = shown === undefined ? undefined : state.vain[shown];
    return broken ? breaking(next, broken) : [{ state: next }];
  },
};

/** A record that is gone need not be there any more. */
function afterOther(state: State, event: SingleEvent): State {
  if (event.kind !== 'deleted' && event.kind !== 'read' && event.kind !== 'created') return state;
  const mark = `gone ${event.family} ${event.record}`;
  const isGone = event.kind === 'deleted' || (event.kind === 'read' && event.found === false);
  if (isGone === state.gone.includes(mark) && !(mark in state.vain && isGone)) return state;
  if (!isGone) return { ...state, gone: state.gone.filter((one) => one !== mark) };
  const { [mark]: _, ...vain } = state.vain;
  return { ...state, vain, gone: [...new Set([...state.gone, mark])] };
}

const textMarks = (texts: Texts) => Object.values(texts).map((text) => `text ${plain(text)}`);

/** The marks by which the effect of a call shows: nothing else has them. */
function marksOf(sent: Sent): string[] {
  if ('texts' in sent) return textMarks(sent.texts);
  if (sent.what === 'delete') return [`gone ${sent.family} ${sent.record}`];
  return [sent.what === 'location' ? `place ${sent.place}` : `alert ${sent.mark}`];
}

/** The marks that a fact shows. */
function shownIn(fact: Event): string[] {
  switch (fact.kind) {
    case 'read':
      return fact.found
        ? textMarks(fact.texts)
        : fact.found === false
          ? [`gone ${fact.family} ${fact.record}`]
          : [];
    case 'listed':
      return fact.entries.flatMap(({ texts }) => textMarks(texts));
    case 'last':
      return fact.place === undefined ? [] : [`place ${fact.place}`];
    case 'alerts':
      return fact.marks.map((mark) => `alert ${mark}`);
    default:
      return [];
  }
}

/** Returns whether a fact shows the effect of what was sent, by a text or a place that nothing else has. */
export function isShownBy(fact: Event, sent: Sent): boolean {
  const shown = shownIn(fact);
  return marksOf(sent).some((mark) => shown.includes(mark));
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

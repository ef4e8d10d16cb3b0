/** Texts that a service may store otherwise than they were sent, and what becomes of each. */
import { open } from '../../specification/dangers/texts.ts';

/** The parts of `records.text` that a text shows. */
export type TextPart = 'markup' | 'otherPlanes' | 'controls' | 'spaces';

interface Unusual {
  /** The text with this in it. */
  put(text: string): string;
  /** Its fate, in the words of the opening. */
  seen(stored: string): string;
}

const SPACES = '  ';
const textsOf = (part: keyof typeof open) => open[part].map(({ text }) => text);
const TAGGED = textsOf('markup').join(' ');

/** All of these in one text. */
function held(part: 'otherPlanes' | 'controls'): Unusual {
  const texts = textsOf(part);
  return {
    put: (text) => [text, ...texts].join(' '),
    seen: (stored) => (texts.every((one) => stored.includes(one)) ? 'kept' : 'lost'),
  };
}

export const unusual: { readonly [P in TextPart]: Unusual } = {
  markup: {
    put: (text) => `${text} ${TAGGED}`,
    seen(stored) {
      if (stored.includes(TAGGED)) return 'kept';
      if (stored.includes('&lt;b&gt;bold')) return 'escaped';
      return stored.includes('<b>') ? 'altered' : 'removed';
    },
  },
  otherPlanes: held('otherPlanes'),
  controls: held('controls'),
  // The last one: it is at both ends.
  spaces: {
    put: (text) => `${SPACES}${text}.${SPACES}`,
    seen: (stored) => (stored.startsWith(SPACES) && stored.endsWith(SPACES) ? 'kept' : 'trimmed'),
  },
};

/** Nothing is known of longer texts where the profile names no limit; a name may have no more. */
export const LONG = 190;

/** A text longer than the limit, which begins with `mark`. */
export function longText(mark: string, longest: number | null): string {
  return mark.padEnd(longest === null ? LONG : longest + 10, 'abcdefghijklmnopqrstuvwxyz');
}

export function lengthSeen(stored: string, sent: string): string {
  if (stored === sent) return 'kept';
  return sent.startsWith(stored) ? `cut at ${stored.length}` : 'altered';
}

/** A pure function of an object that does not change and one thing more, which remembers the last answer of each object. */
export function rememberingLast<Asked extends object, More, Answer>(
  answer: (asked: Asked, more: More) => Answer,
): (asked: Asked, more: More) => Answer {
  const known = new WeakMap<Asked, { readonly more: More; readonly made: Answer }>();
  return (asked, more) => {
    const before = known.get(asked);
    if (before && before.more === more) return before.made;
    const made = answer(asked, more);
    known.set(asked, { more, made });
    return made;
  };
}

/** More answers are not remembered: then it begins anew. */
const MAX_REMEMBERED = 10_000;

/**
 * A pure function that is asked the same again and again, with its answers remembered.
 *
 * @example const plain = remembering((text: string) => text.normalize());
 */
export function remembering<Asked, Answer>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const known = new Map<Asked, Answer>();
  return (asked) => {
    const before = known.get(asked);
    if (before !== undefined || known.has(asked)) return before as Answer;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const made = answer(asked);
    known.set(asked, made);
    return made;
  };
}

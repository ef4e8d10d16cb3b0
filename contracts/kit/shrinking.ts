/**
 * Delta debugging: ever smaller pieces of a list are left out, until no single item can be spared. It gives candidates and takes
 * whether what failed still fails, so that it can be asked at once or in good time; `undefined` ends it.
 */
export function* shrinking<T>(
  items: readonly T[],
): Generator<readonly T[], readonly T[], boolean | undefined> {
  let shortest = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    let shrunk = false;
    // From the end: what comes later is less often needed by what is left.
    for (let end = shortest.length; end > 0; end -= size) {
      const candidate = [...shortest.slice(0, Math.max(0, end - size)), ...shortest.slice(end)];
      if (candidate.length === 0) continue;
      const failed = yield candidate;
      if (failed === undefined) return shortest;
      if (!failed) continue;
      shortest = candidate;
      shrunk = true;
    }
    if (!shrunk || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return shortest;
}

/** The shortest list that still fails, where that is known at once. */
export function shortestOf<T>(items: readonly T[], fails: (some: readonly T[]) => boolean): readonly T[] {
  const search = shrinking(items);
  let next = search.next();
  while (!next.done) next = search.next(fails(next.value));
  return next.value;
}

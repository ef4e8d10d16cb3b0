/** Looks at work on the server that another page may start as well. */
import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Real milliseconds between two looks. */
const LOOK = 1_000;

/** Now, and then each second until it is done: what is done does not change by itself. */
export function useLooks(
  view: ReadonlySignal<{ state: string } | null | undefined>,
  load: () => Promise<void>,
): void {
  useEffect(() => {
    const look = () => {
      if (view.peek()?.state !== 'done') void load().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [view, load]);
}

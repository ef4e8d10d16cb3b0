/** The process that started this one: a server that a test run started need not outlive it. */
import process from 'node:process';

/** Real time between two looks, in ms. */
const LOOK = 250;

/** Whether a process is there. One of another user is, though it may not be signalled. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Calls back once when the parent has ended: the process then has another one, or, where a system keeps the
 * number, none of that number. Returns a function that stops looking.
 *
 * @param parent the number of the process that is the parent at a look
 * @param first that of the process that is looked after: the parent may end while this process is starting
 */
export function parentEnds(
  ended: () => void,
  parent: () => number = () => process.ppid,
  first = parent(),
): () => void {
  const timer = setInterval(() => {
    if (parent() === first && isThere(first)) return;
    clearInterval(timer);
    ended();
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}

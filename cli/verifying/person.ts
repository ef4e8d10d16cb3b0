/** The person at the keyboard of an attended run: is asked to do something in the user interface, and answers. */

import type { Person } from '../../contracts/deployment/host.ts';
import type { Clean, Outlet } from '../../contracts/kit/outlet.ts';
import type { Keyboard } from '../command.ts';

/** Asks one thing. `undefined`: the person cannot or will not. */
interface Asker {
  /** Whether what was asked for is done. */
  confirm(instruction: Clean, signal: AbortSignal): Promise<boolean>;
  ask(question: Clean, signal: AbortSignal): Promise<string | undefined>;
}

/** Around a question, when nothing else is to be drawn on the terminal. */
export type Undisturbed = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * @param stop what the person means who presses Ctrl+C at a question
 * @param outlet what a question passes before it is written: an instruction can quote the deployment
 */
export async function personAt(
  keyboard: Keyboard,
  undisturbed: Undisturbed,
  stop: () => void,
  outlet: Outlet,
): Promise<Person> {
  const asker = keyboard.terminal ? await drawnAsker(keyboard, stop) : await plainAsker(keyboard);
  // Cases run side by side, and a person does one thing after the other.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    const mine = turn.then(() => {
      signal.throwIfAborted();
      return undisturbed(ask);
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    perform: (instruction, signal) =>
      inTurn(signal, async () =>
        (await asker.confirm(outlet.text(instruction), signal)) ? 'done' : 'skipped',
      ),
    ask: (question, signal) => inTurn(signal, () => asker.ask(outlet.text(question), signal)),
  };
}

async function drawnAsker({ input, output }: Keyboard, stop: () => void): Promise<Asker> {
  const { isCancel, select, text } = await import('@clack/prompts');
  /** An answer, unless the run is over: Ctrl+C is a key like any other while a question is drawn. */
  function answered<T>(answer: T | symbol, signal: AbortSignal): T {
    if (isCancel(answer) && !signal.aborted) stop();
    signal.throwIfAborted();
    return answer as T;
  }
  return {
    async confirm(message, signal) {
      const options = [
        { value: true, label: 'Done' },
        { value: false, label: 'Skip', hint: 'rules that need it stay inconclusive' },
      ];
      return answered<boolean>(await select({ message, options, input, output, signal }), signal);
    },
    async ask(message, signal) {
      const placeholder = 'leave empty if unknown';
      const answer = answered<string>(await text({ message, placeholder, input, output, signal }), signal);
      return answer?.trim() || undefined;
    },
  };
}

/** Lines in and out, for answers through a pipe and for plain terminals. */
async function plainAsker({ input, output }: Keyboard): Promise<Asker> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  async function line(question: string, signal: AbortSignal): Promise<string | undefined> {
    output.write(`${question} `);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const { value, done } = await Promise.race([lines.next(), aborted]);
    return done ? undefined : String(value).trim();
  }
  return {
    async confirm(instruction, signal) {
      const answer = await line(`${instruction}\n  Press Enter when it is done, or type s to skip:`, signal);
      return answer !== undefined && !/^s(kip)?$/i.test(answer);
    },
    async ask(question, signal) {
      return (await line(`${question}\n  (leave empty if unknown):`, signal)) || undefined;
    },
  };
}

/** A process that has an engine: one that hangs is killed, and another goes on. */
import { Engine } from './engine.ts';

export type Order =
  | { kind: 'open'; sources: [string, string][]; tests: string[] }
  | { kind: 'coverage' }
  | { kind: 'try'; mutant: string; files: string[]; hits: number };

export type Answer =
  | { kind: 'opened' }
  | { kind: 'covered'; coverage: [string, { files: string[]; hits: number }][] }
  | { kind: 'tried'; killed: boolean }
  | { kind: 'failed'; why: string };

/** Serves orders, one after the other, until the parent goes. */
export async function main(): Promise<number> {
  let engine: Engine | undefined;
  process.on('message', (order: Order) => {
    carryOut(order).then(
      (answer) => process.send?.(answer),
      (error) => process.send?.({ kind: 'failed', why: String(error?.stack ?? error) } satisfies Answer),
    );
  });
  await new Promise<void>((resolve) => process.once('disconnect', resolve));
  await engine?.close();
  return 0;

  async function carryOut(order: Order): Promise<Answer> {
    if (order.kind === 'open') {
      engine = await Engine.open(new Map(order.sources), order.tests);
      return { kind: 'opened' };
    }
    if (!engine) throw new Error('No engine is open.');
    if (order.kind === 'coverage') return { kind: 'covered', coverage: [...(await engine.coverage())] };
    return { kind: 'tried', killed: await engine.isKilled(order.mutant, order) };
  }
}

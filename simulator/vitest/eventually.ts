/** Looking again whenever something has come, for so long as a test waits. */
import { parseSpan } from '../../contracts/kit/durations.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { ControlRefused } from '../control/client/call.ts';
import { platformPace } from '../time/pace.ts';
import type { Result } from './sought.ts';
import type { TestWorld } from './world.ts';

/** The result of a look, and the number of the newest that there was by then. */
type Looked = Result & { readonly sequence: number };

/** @param within real time; `undefined` looks once */
export async function eventually(
  world: TestWorld,
  what: 'requests' | 'messages',
  within: string | undefined,
  look: () => Promise<Looked>,
): Promise<Looked> {
  const span = within === undefined ? 0 : parseSpan(within);
  if (span === undefined)
    throw new TypeError(`within is a duration such as 5s, and never ${quoted(within)}.`);
  const end = platformPace.monotonic() + span;
  for (;;) {
    const looked = await look();
    const left = Math.ceil(end - platformPace.monotonic());
    if (looked.pass || left <= 0) return looked;
    const sought = { for: what, since: looked.sequence, limit: 0, timeout: `${left}ms` };
    await world.control.wait(sought).catch(unlessOver);
  }
}

function unlessOver(error: unknown): void {
  if (!(error instanceof ControlRefused && error.code === 'WAIT_TIMEOUT')) throw error;
}

/** `--watch`: the world begins anew when the file of its fixture changes. */
import { unwatchFile, watchFile } from 'node:fs';
import { resolve } from 'node:path';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { isDeepEqual, jsonIn } from '../../contracts/kit/json.ts';
import { visible } from '../../contracts/kit/untrusted.ts';
import { CONTROL_PREFIX } from '../../simulator/control/guard.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { Handle, Reply } from '../../simulator/http/call.ts';
import { CliError, type Io } from '../command.ts';
import { report } from '../run.ts';
import type { Access } from './access.ts';
import { readFixture } from './reading.ts';

/** Real time between two looks, in ms. Asking the system works on shared and mounted folders, too. */
const LOOK = 250;

/**
 * Begins the world anew whenever the file has changed. A file that is wrong or gone changes nothing, and is told.
 *
 * @param first the fixture that the world has begun with
 * @param handle the service of the world
 * @param begun called with the fixture that it begins with then
 * @returns ends the watch
 */
export function watchFixture(
  file: string,
  first: Fixture,
  { access, handle, begun, io }: { access: Access; handle: Handle; begun(fixture: Fixture): void; io: Io },
): () => void {
  let last = first;
  const path = resolve(io.cwd, file);
  const { controlToken } = access;
  const beginAnew = async () => {
    const fixture = await readFixture(file, io);
    if (isDeepEqual(fixture, last)) return;
    const reply = await handle({
      method: 'PUT',
      target: `${CONTROL_PREFIX}/fixture`,
      headers: {
        'content-type': 'application/json',
        ...(controlToken !== undefined && { 'x-control-token': controlToken }),
      },
      body: JSON.stringify(fixture),
    });
    if (reply.status >= 400) throw refusedBy(reply, file);
    last = fixture;
    begun(fixture);
    io.err(`${file} was read again: the world begins anew.\n`);
  };
  const changed = () => void beginAnew().catch((error: unknown) => report(error, io));
  watchFile(path, { interval: LOOK, persistent: false }, changed);
  // It may have changed since it was read first.
  changed();
  return () => unwatchFile(path, changed);
}

function refusedBy({ body }: Reply, file: string): CliError {
  const { code, detail, hint } = fieldsOf(jsonIn(body));
  return new CliError(String(code), `${file} is not taken: ${visible(String(detail))}`, {
    ...(typeof hint === 'string' && { hint }),
  });
}

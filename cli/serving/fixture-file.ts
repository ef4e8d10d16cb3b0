/** The fixture file of a server that watches it: read again when it changes, and before each reset. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { isDeepEqual, jsonIn } from '../../contracts/kit/json.ts';
import { visible } from '../../contracts/kit/untrusted.ts';
import { ControlError } from '../../simulator/control/errors.ts';
import { admits, CONTROL_PREFIX } from '../../simulator/control/guard.ts';
import { problemReply } from '../../simulator/control/problems.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { CliError, type Io } from '../command.ts';
import { report } from '../run.ts';
import type { Access } from './access.ts';
import { readFixture } from './reading.ts';

/** Real time between two looks, in ms. Asking the system works on shared and mounted folders, too. */
const LOOK = 250;

export interface FixtureFile {
  /** The text of the file when it was read last. */
  readonly fixture: Fixture;
  /** A service whose resets begin with what the file says then. */
  around(handle: Handle, simulator: Simulator): Handle;
  /** Begins to look for changes. */
  watch(): void;
  stop(): void;
}

/**
 * @param first the fixture that the file said at the start
 * @param served the service of the world
 */
export function fixtureFile(
  file: string,
  first: Fixture,
  { access, served, io }: { access: Access; served: Handle; io: Io },
): FixtureFile {
  let loaded = first;
  let seen = '';
  let loading: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const path = resolve(io.cwd, file);
  const guarded = { controlToken: undefined, ...access };

  /** One after the other: a reset and a look at the same time begin one world. */
  function load(): Promise<boolean> {
    const next = loading.then(loadNow, loadNow);
    loading = next;
    return next;
  }

  /** Begins with the file as it is now, where that is another one. @throws CliError, FixtureError; then nothing has changed */
  async function loadNow(): Promise<boolean> {
    const fixture = await readFixture(file, io);
    if (isDeepEqual(fixture, loaded)) return false;
    const reply = await served({
      method: 'PUT',
      target: `${CONTROL_PREFIX}/fixture`,
      headers: {
        'content-type': 'application/json',
        ...(access.controlToken && { 'x-control-token': access.controlToken }),
      },
      body: JSON.stringify(fixture),
    });
    if (reply.status >= 400) throw refusedBy(reply, file);
    loaded = fixture;
    return true;
  }

  /** Reads the file where it is another one than at the last look; the first look finds what has changed since the start. */
  async function look(): Promise<void> {
    const { mtimeMs, size, ino } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }));
    const now = `${mtimeMs} ${size} ${ino}`;
    if (now === seen) return;
    seen = now;
    try {
      if (await load()) io.err(`${file} was read again: the world begins anew.\n`);
    } catch (error) {
      report(error, io);
    }
  }

  return {
    get fixture() {
      return loaded;
    },
    around: (handle, { clock }) => {
      const resetting = (call: Call) =>
        load().then(
          () => handle(call),
          (error: unknown) => problemReply(asProblem(error), clock.now()),
        );
      return (call) => (isReset(call) && admits(call, guarded) ? resetting(call) : handle(call));
    },
    watch() {
      timer = setInterval(() => void look(), LOOK).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function isReset({ method, target }: Call): boolean {
  return method === 'POST' && target === `${CONTROL_PREFIX}/reset`;
}

/** An error of the file itself is one of the world to which it was to lead. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  return new ControlError('FIXTURE_NOT_TAKEN', error.message, { ...(error.hint && { hint: error.hint }) });
}

function refusedBy({ body }: Reply, file: string): CliError {
  const { code, detail, hint } = fieldsOf(jsonIn(body));
  return new CliError(String(code), `${file} is not taken: ${visible(String(detail))}`, {
    ...(typeof hint === 'string' && { hint }),
  });
}

/** One run of a client's tests: a fresh service, the command beside it, and what came of both. */
import { performance } from 'node:perf_hooks';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Io } from '../command.ts';
import { runBeside } from '../serving/beside.ts';
import { type ServingSettings, serving } from '../serving/serving.ts';
import type { Row } from './rows.ts';
import { Traffic, type Usual } from './traffic.ts';

export interface Ended {
  /** The exit code of the command. */
  readonly code: number;
  /** True if it was ended because it took too long. */
  readonly hung: boolean;
  /** Real time, in ms. */
  readonly took: number;
  /** The end of what it wrote. */
  readonly output: string;
  readonly traffic: Traffic;
  /** True if something of the row came about. */
  readonly met: boolean;
}

export interface Proof {
  readonly settings: ServingSettings;
  /** The command and its arguments. */
  readonly words: readonly string[];
  readonly io: Io;
}

/** Characters of what a command writes that are kept. */
const KEPT = 8_192;

/**
 * Runs the command once.
 *
 * @param time real milliseconds after which the command is ended
 * @param row what is other than usual; nothing for a plain run
 * @throws CliError COMMAND_NOT_STARTED, and what a server throws that cannot start
 */
export async function runOnce(
  { settings, words, io }: Proof,
  time: number,
  row?: Row,
  usual?: Usual,
): Promise<Ended> {
  const traffic = new Traffic(() => performance.now());
  const rules = (usual && row?.rules?.(usual)) ?? [];
  const middle = usual ? Math.ceil(usual.of('any').calls / 2) : 0;
  let met = row?.rules === undefined && row?.inTheMiddle === undefined;
  const hooks = {
    begins(simulator: Simulator) {
      row?.begins?.(simulator);
      if (rules.length > 0) simulator.faults.set(rules);
    },
    async before(simulator: Simulator, place: number) {
      if (place !== middle || !row?.inTheMiddle) return;
      met = true;
      await row.inTheMiddle(simulator);
    },
    ...(row?.replies && { after: row.replies }),
  };
  const tooLong = new AbortController();
  let output = '';
  const started = performance.now();
  const timer = setTimeout(() => tooLong.abort(), time);
  try {
    const code = await serving(
      {
        ...settings,
        ...(row?.at !== undefined && { at: row.at }),
        ...(row?.devices !== undefined && { devices: row.devices }),
        parts: {
          around: (handle, simulator) => traffic.watched(handle, simulator, hooks),
          profiled: (given) => row?.profiled?.(given) ?? given,
          ...(row?.timeZone !== undefined && { timeZone: row.timeZone }),
        },
      },
      { ...io, stop: AbortSignal.any([io.stop, tooLong.signal]) },
      (running, ioOfServer) =>
        runBeside(running, words, ioOfServer, {
          output: (text) => {
            output = (output + text).slice(-KEPT);
          },
          variables: { ROADTEST_PROVE: row?.id ?? 'plain' },
        }),
    );
    return {
      code,
      hung: tooLong.signal.aborted,
      took: performance.now() - started,
      output,
      traffic,
      met: met ? traffic.count > 0 : traffic.metFault,
    };
  } finally {
    clearTimeout(timer);
  }
}

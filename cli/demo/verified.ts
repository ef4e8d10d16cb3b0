/** The end of the demo: the simulator is held to the document by the contract suite, over HTTP like any deployment. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost } from '../../contracts/hosts/index.ts';
import { reporters, summarise } from '../../contracts/report/index.ts';
import { type Run, verify } from '../../contracts/suite/index.ts';
import type { Io } from '../command.ts';
import type { Running } from '../serving/start.ts';
import { toolName } from '../verifying/tool.ts';

/** Tells in one line what was judged, and where the report is; whether every rule holds. */
export async function tellVerified({ simulator, server, access }: Running, io: Io): Promise<boolean> {
  // The suite moves the clock by weeks and leaves devices behind: the world afterwards is the one before.
  const before = simulator.snapshot();
  const run = await verify(
    {
      baseUrl: server.url,
      credentials: access,
      controlToken: access.controlToken,
      profile: simulator.profile,
      signal: io.stop,
      tool: toolName,
    },
    nodeHost(),
  );
  simulator.restore(before);
  if (run.interrupted) return false;
  io.out(`\n  ${lineOf(run, io)}\n  The report: ${await writeReport(run)}\n`);
  return run.exitCode === 0 && summarise(run).counts.inconclusive === 0;
}

function lineOf(run: Run, io: Io): string {
  const { green, red } = io.colors;
  const { counts, judged, requests, milliseconds } = summarise(run);
  const broken = run.outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const open = counts.inconclusive === 0 ? 'none inconclusive' : `${counts.inconclusive} inconclusive`;
  const verdict =
    broken.length === 0
      ? green('all hold')
      : red(`${broken.length} broken: ${broken.map(({ id }) => id).join(', ')}`);
  const effort = `${requests} requests in ${(milliseconds / 1000).toFixed(1)} s`;
  return `Held to the interface document by the contract suite: ${judged} rules judged, ${verdict}, ${open} (${effort}).`;
}

async function writeReport(run: Run): Promise<string> {
  const { file, render } = reporters.html;
  const path = join(await mkdtemp(join(tmpdir(), 'roadtest-demo-')), file);
  await writeFile(path, render(run));
  return path;
}

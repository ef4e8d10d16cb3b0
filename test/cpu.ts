/** The cost of work, however busy the machine is. Test files run in processes of their own, one after the other in each. */
import process from 'node:process';

/** The processor's time that this process has used until now, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The processor's time that something takes, in ms. */
export function cpuMsOf(run: () => void): number {
  const before = cpuMs();
  run();
  return cpuMs() - before;
}

/** Deployments that are slow, or silent, from some call on, so that a run can be ended in the middle. */
import { type DeployedOptions, type Deployment, deployed } from './verifying.ts';

/** The groups and users that there are. */
export const records = ({ simulator: { fleet } }: Deployment) => [fleet.groups.ids(), fleet.users.ids()];

/** A deployment that needs `latency` for each answer from the first call on that `until` knows; that settles `reached`. */
export async function slow(
  options: DeployedOptions & { latency?: number; until: (target: string, method: string) => boolean },
): Promise<{ deployment: Deployment; reached: Promise<void> }> {
  const { latency = 20, until, ...given } = options;
  let resolve = () => {};
  let wait = Math.min(latency, 20);
  const reached = new Promise<void>((settle) => {
    resolve = settle;
  });
  const deployment = await deployed({
    ...given,
    onReply: async (reply, { method, target }) => {
      if (reply.status < 300 && until(target, method)) {
        wait = latency;
        resolve();
      }
      await new Promise((after) => setTimeout(after, wait));
      return reply;
    },
  });
  return { deployment, reached };
}

/**
 * A deployment that answers nothing from the first call on that `until` knows, which settles `reached`, until `go`; or, with
 * `alone`, none of the calls that `until` knows.
 */
export async function held({
  until,
  alone = false,
}: Pick<Parameters<typeof slow>[0], 'until'> & { alone?: boolean }): Promise<{
  deployment: Deployment;
  reached: Promise<void>;
  go: () => void;
}> {
  let arrived = () => {};
  let go = () => {};
  let isHeld = false;
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  const deployment = await deployed({
    onReply: async (reply, { method, target }) => {
      // A refused create makes nothing.
      const isMeant = reply.status < 300 && until(target, method);
      isHeld = isMeant || (isHeld && !alone);
      if (isHeld) {
        arrived();
        await released;
      }
      return reply;
    },
  });
  return { deployment, reached, go };
}

/** A call that creates a record. */
export const created = (target: string, method: string) =>
  method === 'POST' && /\/api\/(groups|users)$/.test(target);

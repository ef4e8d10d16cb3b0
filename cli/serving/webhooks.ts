/** The webhooks of one stage: loaded when they are first asked for. */
import type { Stage, StageOptions } from '../../scenarios/player/stage/stage.ts';
import type { NewWebhook } from '../../simulator/control/schemas/index.ts';
import { webhookRoutes } from '../../simulator/webhooks/routes.ts';
import type { Webhooks } from '../../simulator/webhooks/webhooks.ts';

export interface StageWebhooks {
  controls: NonNullable<StageOptions['controls']>;
  /** @throws ControlError WEBHOOK_INVALID, WEBHOOK_ADDRESS, WEBHOOKS_FULL */
  add(webhook: NewWebhook): Promise<void>;
  stop(): void;
}

/** @param stage asked for with each use: its routes are made before it is */
export function stageWebhooks(
  stage: () => Stage,
  options: { controlToken: string | undefined; allowed: readonly string[] },
): StageWebhooks {
  let loading: Promise<Webhooks> | undefined;
  let stopped = false;
  const webhooks = (): Promise<Webhooks> => (loading ??= load());

  async function load(): Promise<Webhooks> {
    const [{ Webhooks }, { sendWebhook }] = await Promise.all([
      import('../../simulator/webhooks/webhooks.ts'),
      import('./webhook-sender.ts'),
    ]);
    const made = new Webhooks({
      ...options,
      handle: (call) => stage().handle(call),
      served: () => stage().simulator,
      send: sendWebhook,
    });
    if (stopped) made.stop();
    return made;
  }

  return {
    controls: webhookRoutes(webhooks),
    async add(webhook) {
      await (await webhooks()).add(webhook);
    },
    stop() {
      stopped = true;
      void loading?.then((made) => made.stop());
    },
  };
}

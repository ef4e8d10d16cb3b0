/** The webhooks of one stage: loaded when they are first asked for. */
import type { Stage, StageOptions } from '../../scenarios/player/stage/stage.ts';
import { ControlError } from '../../simulator/control/errors.ts';
import type { NewWebhook } from '../../simulator/control/schemas/index.ts';
import { fixtureError } from '../../simulator/fixture/problems.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { webhookRoutes } from '../../simulator/webhooks/routes.ts';
import type { Webhooks } from '../../simulator/webhooks/webhooks.ts';

export interface StageWebhooks {
  controls: NonNullable<StageOptions['controls']>;
  /** @throws ControlError WEBHOOK_INVALID, WEBHOOK_ADDRESS, WEBHOOKS_FULL */
  add(webhook: NewWebhook): Promise<void>;
  /**
   * Adds those of a fixture.
   *
   * @throws FixtureError for what is refused, with its line
   */
  addFrom(fixture: Fixture, webhooks: readonly NewWebhook[]): Promise<void>;
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
    async addFrom(fixture, given) {
      if (given.length === 0) return;
      const { readBody } = await import('../../simulator/control/body.ts');
      const made = await webhooks();
      for (const [place, one] of given.entries()) {
        try {
          await made.add(readBody('POST /webhooks', one));
        } catch (error) {
          throw atPlace(error, fixture, place);
        }
      }
    },
    stop() {
      stopped = true;
      void loading?.then((made) => made.stop());
    },
  };
}

/** A refusal as an issue of the fixture. */
function atPlace(error: unknown, fixture: Fixture, place: number): unknown {
  if (!(error instanceof ControlError)) return error;
  const { code, message, hint, field = '' } = error;
  const pointer = ['/webhooks', place, ...field.split('.').filter(Boolean)].join('/');
  return fixtureError(fixture, [{ code, pointer, message, ...(hint && { hint }) }]);
}

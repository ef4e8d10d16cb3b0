/** The webhooks of a world as routes of its control API. */
import { type ControlExtension, extension } from '../control/routes/route.ts';
import type { Webhooks } from './webhooks.ts';

/** @param webhooks loads them: a server that has none does without */
export function webhookRoutes(
  webhooks: () => Promise<Pick<Webhooks, 'add' | 'list' | 'remove' | 'most'>>,
): ControlExtension[] {
  return [
    extension('GET /webhooks', async () => {
      const known = await webhooks();
      return { body: { webhooks: known.list(), most: known.most } };
    }),
    extension('POST /webhooks', async ({ body }) => ({
      status: 201,
      body: await (await webhooks()).add(body),
    })),
    extension('DELETE /webhooks/{id}', async ({ id }) => {
      (await webhooks()).remove(id);
      return { body: { id, status: 'deleted' } };
    }),
  ];
}

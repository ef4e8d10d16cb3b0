/** The verdict on a twin of the service, where the host holds one to the interface document. */
import { ControlError } from '../../../simulator/control/errors.ts';
import type { ControlRoute } from '../../../simulator/control/routes/route.ts';
import { route } from '../../../simulator/control/routes/route.ts';
import type { VerificationView } from '../../../simulator/control/schemas/index.ts';

export interface Verified {
  /** One line. */
  summary: string;
  /** True if every rule that was judged holds. */
  holds: boolean;
  /** The report as a page. */
  html: string;
}

export class Verification {
  #view: VerificationView = { state: 'none' };
  #html: string | undefined;

  /** Shows that it is under way, and then what came of it, or that it failed. */
  async follow(work: Promise<Verified>): Promise<void> {
    this.#view = { state: 'running' };
    try {
      const { summary, holds, html } = await work;
      this.#html = html;
      this.#view = { state: 'done', summary, holds };
    } catch (error) {
      this.#view = { state: 'failed', summary: error instanceof Error ? error.message : String(error) };
    }
  }

  routes(): ControlRoute[] {
    return [
      route('GET /verification', () => ({ body: this.#view })),
      {
        key: 'GET /verification/report',
        run: () => {
          if (this.#html !== undefined) return { text: this.#html, type: 'text/html; charset=utf-8' };
          throw new ControlError('NO_REPORT', 'There is no report of a verification here.', {
            hint: 'roadtest demo writes one; roadtest verify URL --reporter html does for any service.',
          });
        },
      },
    ];
  }
}

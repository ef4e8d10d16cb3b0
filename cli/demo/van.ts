/** A van on its rounds: what it has reported is uploaded from time to time. */
import type { Report } from '../../scenarios/index.ts';
import type { Client } from './client.ts';
import { type Device, isoOf } from './story.ts';

export class ReportingVan {
  /** Positions that the service has taken. */
  recorded = 0;
  readonly #device: Device;
  readonly #reports: readonly Report[];
  #uploaded = 0;

  constructor(device: Device, reports: readonly Report[]) {
    this.#device = device;
    this.#reports = reports;
  }

  /** Posts what the van has come to report since the last time. */
  async upload(client: Client, until: number): Promise<void> {
    const fresh = this.#reports.slice(this.#uploaded).filter(({ time }) => time <= until);
    if (fresh.length === 0) return;
    const body = fresh.map(({ time, ...facts }) => ({ deviceTime: isoOf(time), ...facts }));
    const taken = await client.api<unknown[]>('POST', `/devices/${this.#device.id}/locations`, body);
    this.#uploaded += fresh.length;
    this.recorded += taken.length;
  }

  /** Kilometres driven, by the van's last location. */
  async driven(client: Client): Promise<number> {
    const last = await client.api<{ odometer: number }>('GET', `/devices/${this.#device.id}/lastLocation`);
    return last.odometer - (this.#reports[0]?.odometer ?? 0);
  }
}

/** Runs in the page: opens simulators behind MSW's service worker and calls them by the page's own fetch. */
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { roadtestHandler } from '../../../simulator/hosts/msw.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';
import type { Received } from '../ways.ts';

export interface FleetPage {
  /** @returns the base address of a fresh simulator. */
  open(options: SimulatorOptions): string;
  request(address: string, init: RequestInit): Promise<Received>;
  /** The first piece of a stream. */
  listen(address: string): Promise<string>;
  closeAll(): void;
}

const own = createSimulator({ devices: 3 });
const worker = setupWorker(
  roadtestHandler(own, { baseUrl: '/fleet' }),
  http.get('https://other.test/x', () => HttpResponse.text('other')),
);
const simulators: Simulator[] = [];
let opened = 0;

const fleetPage: FleetPage = {
  open(options) {
    const simulator = createSimulator(options);
    simulators.push(simulator);
    const baseUrl = `https://fleet-${++opened}.test`;
    worker.use(roadtestHandler(simulator, { baseUrl }));
    return baseUrl;
  },
  async request(address, init) {
    const reply = await fetch(address, init);
    return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
  },
  async listen(address) {
    const reader = (await fetch(address)).body?.getReader();
    const chunk = await reader?.read();
    await reader?.cancel();
    return new TextDecoder().decode(chunk?.value);
  },
  closeAll() {
    worker.resetHandlers();
    for (const simulator of simulators.splice(0)) simulator.stop();
  },
};

Object.assign(globalThis, { fleetPage });
await worker.start({ quiet: true, onUnhandledRequest: 'error' });
document.title = 'ready';

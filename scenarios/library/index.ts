/** The library of shipped stories. So far it holds the fleet of the demo, in `demo/`. */
export { type DemoAlert, type DemoDay, demoDay, type Report } from './demo/index.ts';

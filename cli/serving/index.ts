/** The modules that `roadtest serve` and `exec` need when they run, as one to load. */
export { runBeside } from './beside.ts';
export { requestLog } from './request-log.ts';
export { serving, stopped } from './serving.ts';
export { printWelcome } from './welcome.ts';

/** The public entry `roadtest/profile`. */
export * from './core.ts';

/** The areas in the order of the table. A new one is a line here. */
import type { Area } from './area.ts';
import { crash } from './crash/crash.ts';
import { fuzzers } from './fuzz/index.ts';
import { hostile } from './hostile/index.ts';

export const areas: readonly Area[] = [hostile, ...fuzzers, crash];

/** Runs before each file: the files of a worker share the helpers, and what these have started ends with the file. */
import { afterAll } from 'vitest';
import { endStarted } from './started.ts';

afterAll(endStarted);

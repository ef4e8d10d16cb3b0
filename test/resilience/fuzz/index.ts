/**
 * Documents by chance, near good ones: each is refused with a code and a place, or works afterwards, and none
 * takes much longer than the others.
 *
 * - `mutate.ts`        how good documents are changed, as texts and as trees
 * - `fuzz.ts`          an area of documents
 * - `profiles.ts`, `stories.ts`, `tracks.ts`, `small-files.ts`   what is changed, and what accepted means
 */
import { profiles } from './profiles.ts';
import { baselines, credentials } from './small-files.ts';
import { stories } from './stories.ts';
import { tracks } from './tracks.ts';

export const fuzzers = [profiles, stories, tracks, baselines, credentials] as const;

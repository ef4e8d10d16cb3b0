/**
 * Documents by chance, near good ones: each is refused with a code and a place, or works afterwards, and none
 * takes much longer than the others.
 *
 * - `mutate.ts`        how good documents are changed, as texts and as trees
 * - `fuzz.ts`          an area of documents
 * - `profiles.ts`, `fixtures.ts`, `stories.ts`, `tracks.ts`, `small-files.ts`, `snapshots.ts`,
 *   `command-files.ts`   what is changed, and what accepted means
 *
 * And calls by chance: see `calls.ts`, with `public-api.ts`, `control-api.ts` and their `bodies.ts`. What has to hold
 * of a world after anything that it accepted stands in `world.ts`.
 */
import { commandFiles } from './command-files.ts';
import { controlApi } from './control-api.ts';
import { fixtures } from './fixtures.ts';
import { profiles } from './profiles.ts';
import { publicApi } from './public-api.ts';
import { baselines, credentials } from './small-files.ts';
import { snapshots } from './snapshots.ts';
import { stories } from './stories.ts';
import { tracks } from './tracks.ts';

export const documents = [
  profiles,
  fixtures,
  stories,
  tracks,
  baselines,
  credentials,
  snapshots,
  commandFiles,
] as const;
export const apis = [publicApi, controlApi] as const;
export const fuzzers = [...documents, ...apis] as const;

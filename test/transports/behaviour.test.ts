/**
 * The behaviour over every way in that needs no browser: by direct calls in one of the profiles, over the others, and over the
 * service worker, a share of it in the one that differs in nearly everything. The transcripts show that bytes do not
 * depend on the way. `npm run test:whole` runs all of it over each.
 */
import { oneIn, WHOLE } from '../sample.ts';
import { behaveOver, shareOf } from './behaviour/index.ts';
import { profiles } from './profiles.ts';
import { transports } from './ways/index.ts';

const [direct, ...others] = transports();
if (direct) behaveOver(direct, oneIn(2, profiles));
for (const [place, transport] of others.entries())
  behaveOver(transport, WHOLE ? profiles : profiles.slice(-1), shareOf(place));

/**
 * The behaviour over every way in that needs no browser: by direct calls in both profiles, over the others in the one
 * that differs in nearly everything, as over the service worker. The transcripts show that bytes do not depend on the way.
 */
import { WHOLE } from '../sample.ts';
import { behaveOver } from './behaviour/index.ts';
import { profiles } from './profiles.ts';
import { transports } from './ways/index.ts';

const [direct, ...others] = transports();
if (direct) behaveOver(direct, profiles);
for (const transport of others) behaveOver(transport, WHOLE ? profiles : profiles.slice(-1));

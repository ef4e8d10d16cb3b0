/** The behaviour over every way in that needs no browser, in both profiles. */
import { behaveOver } from './behaviour/index.ts';
import { profiles } from './profiles.ts';
import { transports } from './ways/index.ts';

for (const transport of transports()) behaveOver(transport, profiles);

/**
 * The fourth way in. Its share of the behaviour is run in the profile that differs in nearly everything: that this way
 * gives the same bytes as direct calls is shown by the transcripts, and over direct calls all of it is run in both
 * profiles. `npm run test:whole` runs all of it here, too.
 */
import { WHOLE } from '../../sample.ts';
import { behaveOver, shareOf } from '../behaviour/index.ts';
import { profiles } from '../profiles.ts';
import { expectSameBytesOver } from '../transcripts.ts';
import { serviceWorker } from './service-worker.ts';

behaveOver(serviceWorker(), WHOLE ? profiles : profiles.slice(-1), shareOf(2));
expectSameBytesOver(serviceWorker());

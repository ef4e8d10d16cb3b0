/**
 * The fourth way in. The behaviour is run in one profile, the one that differs in nearly everything: that the other
 * gives the same bytes here as by direct calls is shown by the transcripts, and the behaviour over direct calls is run
 * in both. `npm run test:whole` runs both here.
 */
import { WHOLE } from '../../sample.ts';
import { behaveOver } from '../behaviour/index.ts';
import { profiles } from '../profiles.ts';
import { expectSameBytesOver } from '../transcripts.ts';
import { serviceWorker } from './service-worker.ts';

behaveOver(serviceWorker(), WHOLE ? profiles : profiles.slice(-1));
expectSameBytesOver(serviceWorker());

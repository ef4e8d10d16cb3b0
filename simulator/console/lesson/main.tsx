/** The debrief of a lesson, put into its document. */
import { openPage } from '../page.tsx';
import { ControlToken } from '../panels/ControlToken.tsx';
import { startPreferences } from '../state/preferences.ts';
import { loadRole } from '../state/role.ts';
import { Debrief, loadDebrief } from './Debrief.tsx';

startPreferences();
openPage([<Debrief key="debrief" />, <ControlToken key="token" />], () => loadDebrief().then(loadRole));

/** The page of a class, put into its document. */
import { openPage } from '../page.tsx';
import { ControlToken } from '../panels/ControlToken.tsx';
import { Notices } from '../panels/Notices.tsx';
import { startPreferences } from '../state/preferences.ts';
import { Class } from './Class.tsx';
import { watchWorlds } from './worlds.ts';

startPreferences();
openPage([<Class key="class" />, <Notices key="notices" />, <ControlToken key="token" />], watchWorlds);

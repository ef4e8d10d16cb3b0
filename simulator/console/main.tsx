/** The live page, put into its document. */
import { openPage } from './page.tsx';
import { listenToKeys } from './panels/keys.ts';
import { Shell } from './shell/Shell.tsx';
import { loadRole } from './state/role.ts';
import { startConsole } from './state/start.ts';
// After all others.
import './look/forced.css';

openPage(<Shell />, () => {
  listenToKeys();
  startConsole();
  void loadRole();
});

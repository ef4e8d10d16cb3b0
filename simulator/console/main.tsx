/** The live page, put into its document. */
import './look/tokens.css';
import './look/base.css';
import './look/controls.css';
import { render } from 'preact';
import { takeToken } from './api/http.ts';
import { answerForToken } from './panels/ControlToken.tsx';
import { listenToKeys } from './panels/keys.ts';
import { Shell } from './shell/Shell.tsx';
import { loadRole } from './state/role.ts';
import { startConsole } from './state/start.ts';
// After all others.
import './look/forced.css';

const place = document.getElementById('page');
if (place) {
  takeToken();
  answerForToken();
  place.replaceChildren();
  render(<Shell />, place);
  listenToKeys();
  startConsole();
  void loadRole();
}

/** The debrief of a lesson, put into its document. */
import '../look/tokens.css';
import '../look/base.css';
import '../look/controls.css';
import { render } from 'preact';
import { takeToken } from '../api/http.ts';
import { answerForToken, ControlToken } from '../panels/ControlToken.tsx';
import { startPreferences } from '../state/preferences.ts';
import { loadRole } from '../state/role.ts';
import { Debrief, loadDebrief } from './Debrief.tsx';

const place = document.getElementById('page');
if (place) {
  takeToken();
  answerForToken();
  startPreferences();
  render(
    <>
      <Debrief />
      <ControlToken />
    </>,
    place,
  );
  void loadDebrief().then(loadRole);
}

/** The page of a class, put into its document. */
import '../look/tokens.css';
import '../look/base.css';
import '../look/controls.css';
import { render } from 'preact';
import { takeToken } from '../api/http.ts';
import { answerForToken, ControlToken } from '../panels/ControlToken.tsx';
import { Notices } from '../panels/Notices.tsx';
import { startPreferences } from '../state/preferences.ts';
import { Class } from './Class.tsx';
import { watchWorlds } from './worlds.ts';

const place = document.getElementById('page');
if (place) {
  takeToken();
  answerForToken();
  startPreferences();
  render(
    <>
      <Class />
      <Notices />
      <ControlToken />
    </>,
    place,
  );
  watchWorlds();
}

/** The map for a frame in a page of others, put into its document. */
import '../look/tokens.css';
import '../look/base.css';
import '../look/controls.css';
import '../shell/shell.css';
import '../panels/page/page.css';
import '../panels/time/time.css';
import './embed.css';
import { render } from 'preact';
import { lookOnly, takeToken } from '../api/http.ts';
import { keepWidth } from '../look/width.ts';
import { startConsole } from '../state/start.ts';
import { Embedded } from './Embedded.tsx';
// After all others.
import '../look/forced.css';

const place = document.getElementById('page');
if (place) {
  lookOnly();
  takeToken();
  place.replaceChildren();
  render(<Embedded />, place);
  keepWidth();
  startConsole();
}

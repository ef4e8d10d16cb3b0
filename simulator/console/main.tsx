/** The live page, put into its document. */
import './look/index.ts';
import { render } from 'preact';
import { Shell } from './shell/Shell.tsx';
import { startConsole } from './state/index.ts';

const place = document.getElementById('page');
if (place) {
  render(<Shell />, place);
  startConsole();
}

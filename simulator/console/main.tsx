/** The live page, put into its document. */
import { render } from 'preact';
import { Shell } from './shell/Shell.tsx';

const place = document.getElementById('page');
if (place) render(<Shell />, place);

/** The beginning of each page of the console: its look, the token of its address, and its place in the document. */
import './look/tokens.css';
import './look/base.css';
import './look/controls.css';
import { type ComponentChildren, render } from 'preact';
import { takeToken } from './api/http.ts';
import { answerForToken } from './panels/ControlToken.tsx';

/** Draws a page where its document has a place for one; then it begins. */
export function openPage(content: ComponentChildren, begin: () => unknown): void {
  const place = document.getElementById('page');
  if (!place) return;
  takeToken();
  answerForToken();
  place.replaceChildren();
  render(content, place);
  begin();
}

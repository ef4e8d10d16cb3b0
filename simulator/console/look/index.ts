/** How the page looks and reads; see README.md for the map. */
import './tokens.css';
import './base.css';
import './controls.css';

export * from './controls.tsx';
export { cameByPointer, watchFocus } from './focus.ts';
export * from './format.ts';
export { Icon, type IconName } from './Icon.tsx';

/** How the page looks and reads; see README.md for the map. */
import './tokens.css';
import './base.css';
import './controls.css';

/** Runs in the browser: a page that does nothing, for tests that call from it. */
document.title = 'ready';

/** Before each test file: the first case that fails is enough, no smaller one is looked for. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

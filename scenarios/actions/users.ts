/** What the actions on users share. */
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { userFacts } from '../language/schema/setting.ts';

/** Beside the name of a user. */
export const userFields = {
  ...userFacts,
  disabled: option('Whether the user is switched off.', ref('switch')),
};

import { isOn } from '../language/resolve/diagnostics.ts';
import { option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { refusalIn } from '../target/refusal.ts';
import { defineExpectation } from './define.ts';
import { existence } from './finding.ts';

export const user = defineExpectation({
  kind: 'user',
  summary: 'A user of this name.',
  value: text,
  beside: { exists: option('Default on.', ref('switch')) },
  read: ({ value: name, here, fields: { exists = true }, names }) =>
    names.user(name, here) === undefined ? [] : [{ name, exists: isOn(exists) }],
  words: ({ name, exists }) => `user ${name} ${exists ? 'exists' : 'does not exist'}`,
  check: ({ name, exists }, { fleet }) =>
    existence(
      fleet.users.list().some((each) => each.name === name),
      exists,
    ),
  onTarget: {
    async check({ name, exists }, { client, ids }) {
      if (!ids.has('user', name)) return existence(false, exists);
      const { id } = ids.record('user', name);
      const answer = await client.call('readUser', { purpose: 'expectation', id });
      return existence(refusalIn(answer, client.lens) === undefined, exists);
    },
  },
});

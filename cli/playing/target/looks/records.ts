/** Groups and users of the story, by the ids that the deployment gave them. */
import { refusalIn } from '../../../../scenarios/target/served.ts';
import { existence, type Looks, within } from './look.ts';

export const records = {
  async group({ name, exists, devices }, { client, cast }) {
    const known = cast.has('group', name) ? cast.record('group', name) : undefined;
    if (!known) return existence(false, exists);
    const answer = await client.call('readGroup', { purpose: 'expectation', id: known.id });
    const there = refusalIn(answer, client.lens) === undefined;
    if (!there || !exists || !devices) return existence(there, exists);
    const { deviceIds } = client.lens.reply('group').read(answer.json).facts;
    return deviceIds ? within(deviceIds.length, devices) : undefined;
  },

  async user({ name, exists }, { client, cast }) {
    const known = cast.has('user', name) ? cast.record('user', name) : undefined;
    if (!known) return existence(false, exists);
    const answer = await client.call('readUser', { purpose: 'expectation', id: known.id });
    return existence(refusalIn(answer, client.lens) === undefined, exists);
  },
} satisfies Looks;

/** The account: its licences, its API access, its key, tokens, faults of the service, devices that join it. */
import { type AccountActs, Refusal } from './action.ts';
import { groupNamed } from './names.ts';

export const account = {
  'set-licences'({ deed, fleet }, action) {
    deed({ kind: 'control', device: null, action });
    fleet.account.setLicenceTotal(action.total);
  },
  'api-access'({ deed, fleet }, action) {
    deed({ kind: 'control', device: null, action });
    fleet.account.setApiEnabled(action.on);
  },
  'rotate-key'({ deed, fleet, story }, action) {
    deed({ kind: 'control', device: null, action });
    fleet.account.setApiKey(nextKey(story.account.apiKey, fleet.account.apiKey));
  },
  token({ client, deed }) {
    deed({ kind: 'token' });
    const refused = client.askForToken();
    if (refused !== undefined) throw new Refusal('TOKEN_REFUSED', `No token is issued: ${refused}`);
  },
  faults({ deed, faults }, action) {
    deed({ kind: 'control', device: null, action });
    faults.set(action.rules);
  },
  'add-device'({ deed, fleet, traffic }, action) {
    deed({ kind: 'control', device: null, action });
    const { name, group } = action;
    const { id } = fleet.devices.create({
      name,
      ...(group !== null && { groupId: groupNamed(fleet, group).id }),
    });
    traffic.add(id);
  },
} satisfies Partial<AccountActs>;

/** `demo-key`, `demo-key-2`, `demo-key-3`, … */
function nextKey(first: string, current: string): string {
  const turn = current.startsWith(`${first}-`) ? Number(current.slice(first.length + 1)) : 1;
  return `${first}-${Number.isSafeInteger(turn) ? turn + 1 : 2}`;
}

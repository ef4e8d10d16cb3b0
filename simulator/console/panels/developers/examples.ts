/** Bodies to begin with, in the names that the simulator uses unless a profile says otherwise. */
const group = { name: 'Night shift', description: 'Vehicles that drive after ten', deviceIds: [] };
const user = {
  name: 'Mira Lind',
  email: 'mira.lind@example.com',
  phone: '+46700000001',
  country: 'SE',
  timeZone: 'Europe/Stockholm',
  groupIds: [],
  notify: ['email'],
};

const BODIES: { readonly [operation: string]: object } = {
  postLocations: { deviceTime: '2026-01-05T08:00:00Z', latitude: 48.137, longitude: 11.575, speed: 42 },
  postAlerts: {
    type: 'sos',
    severity: 'critical',
    text: 'The driver pressed the button',
    channels: ['email', 'sms'],
  },
  createGroup: group,
  replaceGroup: group,
  updateGroup: { description: 'Vehicles that drive after midnight' },
  createUser: user,
  replaceUser: user,
  updateUser: { phone: '+46700000002' },
};

/** The body as it would be typed. */
export function exampleBody(operation: string, userName: string): string {
  const body = operation === 'issueToken' ? { userName, apiKey: '' } : (BODIES[operation] ?? {});
  return JSON.stringify(body, null, 2);
}

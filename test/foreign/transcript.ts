/** A walk through everything the depot does; the same habits give the same transcript. */
import type { Foreign } from './server.ts';

const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };

/** One line for each answer, without what differs from run to run. */
export async function transcriptOf({ url }: Pick<Foreign, 'url'>): Promise<string[]> {
  const lines: string[] = [];
  let bearer = '';

  async function ask(method: string, path: string, body?: object, token = bearer): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Answer;
    lines.push(`${method} ${masked(path)} → ${response.status} ${masked(JSON.stringify(json))}`);
    return json;
  }
  const api = (method: string, path: string, body?: object, token?: string) =>
    ask(method, `/tracking/api${path}`, body, token);
  const office = (method: string, path: string, body?: object) => ask(method, `/backstage${path}`, body);
  const logIn = (given: object = credentials) => api('POST', '/Auth/Token', given, '');

  for (const bad of [
    { ...credentials, apiKey: 'no' },
    { userName: 'x', apiKey: 'y' },
    { userName: '', apiKey: '' },
  ])
    await logIn(bad);
  const issued = await logIn();
  bearer = String(issued.token);
  lines.push(`expires in UTC: ${/(Z|\+00:00)$/.test(String(issued.expires))}`);

  for (const path of ['/devices', '/groups', '/users', '/users/timeZones', '/nowhere']) {
    await api('GET', path, undefined, '');
    await api('GET', path, undefined, tampered(bearer));
    await api('GET', path);
  }
  await api('GET', '/users/countries');
  for (const path of ['/devices/V0003', '/devices/V0003/lastLocation', '/devices/V9999'])
    await api('GET', path);
  await api('POST', '/devices/V0002/locations', {
    span: { since: '2026-10-31T21:00:00Z', until: '2026-10-31T23:00:00Z' },
  });
  await api('POST', '/devices/V0002/locations', { lat: 1 });
  await api('POST', '/devices/V0002/alerts', { incident: { kind: 'SOS' }, reporter: 'me' });
  await api('POST', '/devices/V0002/alerts', { kind: 'SOS' });

  const crew = { title: 'Night', memo: 'after ten', units: ['V0001'] };
  const person = {
    full: 'Gil',
    contact: { mail: 'gil@depot.example', phone: '1' },
    home: { country: 'CA', zone: 'UTC' },
  };
  for (const [path, name, content, change] of [
    ['/groups', 'crew', crew, { title: 'Late' }],
    ['/users', 'person', person, { full: 'Gus' }],
  ] as const) {
    const { ref } = await api('POST', path, { [name]: content });
    await api('POST', path, { [name]: content });
    const other = await api('POST', path, {
      [name]: { ...content, title: 'Dawn', contact: { mail: 'd@x.example' } },
    });
    await api('PATCH', `${path}/${ref}`, { [name]: change });
    await api('GET', `${path}/${ref}`);
    await api('PUT', `${path}/${ref}`, {
      [name]: { title: 'Noon', full: 'Gil', contact: { mail: 'gil@depot.example' } },
    });
    await api('GET', `${path}/${ref}`);
    await walk(path);
    await api('DELETE', `${path}/${ref}`);
    await api('GET', `${path}/${ref}`);
    await api('GET', `${path}/${other.ref}`);
  }

  const quota = (mail: number | null, sms: number | null) =>
    office('PUT', '/units/V0001', { quota: { mail, sms } });
  await quota(3, 2);
  await send('email', 5);
  await send('sms', 5);
  await quota(4, 1);
  await send('email', 5);
  await quota(0, 0);
  await send('sms', 1);
  await quota(-1, 3);
  await office('PUT', '/units/V0001', { sent: { mail: 0 } });
  await office('GET', '/units/V0001');
  await office('PUT', '/units/V0004', { expiry: { on: true } });
  await office('PUT', '/units/V0004', { expiry: { on: true, date: '2026-11-01' } });
  await office('PUT', '/units/V0005', { expiry: { on: false, date: '2026-11-01' } });
  await office('PUT', '/account', { api: false });
  await logIn();
  await office('PUT', '/account', { api: true });
  await office('POST', '/units');
  await office('GET', '/licences');
  // From 19:30 on 31 October past 05:30 on 1 November, when summer time has ended, and to the day after.
  for (const by of ['PT10H59M', 'PT2M', 'PT20H']) {
    await office('POST', '/clock', { forward: by });
    await office('GET', '/units/V0001');
  }
  await api('GET', '/devices');
  bearer = String((await logIn()).token);
  for (const no of ['V0004', 'V0005']) await api('GET', `/devices/${no}`);
  await api('POST', '/devices/V0004/alerts', { incident: { kind: 'SOS' }, reporter: 'me' });
  await office('POST', '/units');
  await office('POST', '/units/V0004/activate');
  await office('GET', '/licences');
  await weeks();
  return lines;

  /** What shows only after something else has happened: days, changes, neighbours. */
  async function weeks(): Promise<void> {
    await api('POST', '/groups', { crew: { title: 'Pair', units: ['V0006', 'V0007'] } });
    for (const mail of [1, 3, 4]) {
      await office('PUT', '/units/V0006', { quota: { mail, sms: 2 } });
      await send('email', 5, 'V0006');
    }
    await office('PUT', '/units/V0006', { quota: { mail: 9 } });
    for (let day = 0; day < 3; day++) {
      await office('POST', '/clock', { forward: 'PT24H' });
      await send('email', 7, 'V0006');
      await office('GET', '/units/V0006');
      await send('email', 12, 'V0006');
    }
    await office('PUT', '/units/V0007', { quota: { mail: 2 } });
    for (const no of ['V0007', 'V0006']) await send('email', 3, no);
    await office('GET', '/units/V0007');
    const sms = Array.from({ length: 4 }, () => fetch(...message('V0006', { via: 'sms', count: 1 })));
    await Promise.all(sms);
    await office('GET', '/units/V0006');
    await expiries();
  }

  async function expiries(): Promise<void> {
    const no = 'V0005';
    const expiry = (on: boolean, date: string) => office('PUT', `/units/${no}`, { expiry: { on, date } });
    for (let round = 0; round < 3; round++) {
      await expiry(true, '2026-06-01');
      await office('POST', `/units/${no}/activate`);
      await office('POST', `/units/${no}/activate`);
      await office('GET', '/licences');
    }
    await expiry(true, '2027-06-01');
    for (const date of ['2027-02-01', '2027-03-01']) await expiry(true, date);
    await expiry(false, '2027-03-01');
    await expiry(true, '2027-02-01');
    await expiry(false, '2027-02-01');
    await office('GET', `/units/${no}`);
    for (const other of ['V0007', 'V0006']) await office('GET', `/units/${other}`);
    await office('PUT', '/units/V0003', { expiry: { on: true, date: '2027-02-01' } });
    await office('PUT', '/units/V0003', { expiry: { on: true, date: '2027-05-01' } });
    await office('POST', '/clock', { forward: 'P120D' });
    await office('GET', '/licences');
    for (const other of ['V0002', 'V0004']) await office('GET', `/units/${other}`);
    await office('PUT', '/licences', { owned: 30 });
    await office('GET', '/licences');
  }

  function message(no: string, body: object): [string, RequestInit] {
    return [`${url}/backstage/units/${no}/messages`, { method: 'POST', body: JSON.stringify(body) }];
  }

  async function send(via: string, count: number, no = 'V0001'): Promise<void> {
    await office('POST', `/units/${no}/messages`, { via, count });
  }

  async function walk(path: string): Promise<void> {
    for (let after: unknown = ''; typeof after === 'string'; )
      after = (await api('GET', `${path}?after=${after}&take=3`)).next;
  }
}

type Answer = { readonly [name: string]: unknown };

/** The same token with another payload. */
function tampered(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, Buffer.from(JSON.stringify({ ...claims, usr: 'x' })).toString('base64url'), signature].join(
    '.',
  );
}

function masked(text: string): string {
  return text
    .replace(/eyJ[\w.-]+/g, '<token>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, '<time>');
}

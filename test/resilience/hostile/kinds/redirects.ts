/** Redirects: credentials and tokens never follow them to another origin. */
import { type Attack, from, type Hit, type Kind, on, reply, signedIn } from '../kind.ts';

type Place = (hit: Hit, attack: Attack) => string;

/** Where everything is redirected to. */
const places: { readonly [name: string]: { does: string; to: Place; status?: number } } = {
  itself: { does: 'to the same address', to: (hit, { url }) => url + hit.path },
  loop: {
    does: 'from one address to a second and back',
    to: (hit, { url }) => `${url}/${hit.path.startsWith('/a') ? 'b' : 'a'}`,
  },
  elsewhere: { does: 'to another origin', to: (hit, { elsewhere }) => elsewhere + hit.path },
  'elsewhere-307': {
    does: 'to another origin, body and all',
    to: (hit, { elsewhere }) => elsewhere + hit.path,
    status: 307,
  },
  'elsewhere-308': {
    does: 'to another origin for good',
    to: (hit, { elsewhere }) => elsewhere + hit.path,
    status: 308,
  },
  'without-scheme': {
    does: 'to another host by an address without scheme',
    to: (hit, { elsewhere }) => elsewhere.slice(5) + hit.path,
  },
  'with-user': {
    does: 'to an address that looks like its own and is another',
    to: (hit, { url, elsewhere }) => `${url}@${elsewhere.slice(7)}${hit.path}`,
  },
  file: { does: 'to a file', to: () => 'file:///etc/passwd' },
  metadata: {
    does: 'to the metadata service of a cloud',
    to: () => 'http://169.254.169.254/latest/meta-data/',
  },
  script: { does: 'to a script', to: () => 'javascript:pwned()' },
  data: { does: 'to data', to: () => 'data:application/json,{"token":"abcdefgh"}' },
  https: { does: 'to TLS on the same port', to: (hit, { url }) => url.replace('http:', 'https:') + hit.path },
  nonsense: { does: 'to what is not an address', to: () => 'http://[::' },
  long: { does: 'to an address of 12 kB', to: () => `/${'a'.repeat(12_000)}` },
};

const to = (place: Place, status = 302) =>
  reply((hit, attack) => ({ status, headers: { location: place(hit, attack) } }));
const elsewhere: Place = (hit, attack) => attack.elsewhere + hit.path;

export const redirects: readonly Kind[] = [
  ...Object.entries(places).map(
    ([name, { does, to: place, status }]): Kind => ({
      name: `redirects/${name}`,
      does: `redirects everything ${does}`,
      behaviour: { answer: to(place, status) },
      codes: [2],
      says: /REDIRECTED/,
      quick: true,
    }),
  ),
  {
    name: 'redirects/after-the-token',
    does: 'issues tokens and redirects all that carries one to another origin',
    behaviour: {
      answer: signedIn(to(elsewhere, 307)),
    },
    codes: [1, 3],
  },
  {
    name: 'redirects/from-request-60',
    does: 'redirects to another origin from the 60th request on',
    behaviour: { answer: from(60, to(elsewhere, 307)) },
    codes: [1, 3],
  },
  {
    name: 'redirects/control',
    does: 'redirects the control API to another origin',
    behaviour: { answer: on(/ \/_control\//, to(elsewhere, 307)) },
    codes: [0, 3],
    quick: true,
  },
  {
    name: 'redirects/control-after-profile',
    does: 'serves its profile and redirects the rest of the control API to another origin',
    behaviour: { answer: on(/ \/_control\/(?!profile)/, to(elsewhere, 307)) },
    codes: [0, 3],
  },
];

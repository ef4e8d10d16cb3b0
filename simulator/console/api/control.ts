/** The control API, a function for each route. All throw an `ApiError` for what is refused. */
import { request, respond } from './http.ts';
import type {
  Account,
  Alert,
  ClockView,
  Deadline,
  Device,
  DeviceLocation,
  FaultRule,
  Id,
  Injection,
  JournalEntry,
  LimitSettings,
  Limits,
  Message,
  Specification,
  StoryChoice,
  StorySummary,
  StoryView,
  VerificationView,
} from './types.ts';

const ROOT = '/_control';
const get = <T>(path: string) => request<T>(ROOT + path);
const put = <T>(path: string, body: unknown) => request<T>(ROOT + path, { method: 'PUT', body });
const post = <T>(path: string, body: unknown = {}) => request<T>(ROOT + path, { method: 'POST', body });
const device = (id: Id) => `/devices/${encodeURIComponent(String(id))}`;

export const control = {
  clock: () => get<ClockView>('/clock'),
  setClock: (change: { now?: string; speed?: number | 'max'; frozen?: boolean; until?: string | null }) =>
    put<ClockView>('/clock', change),
  advance: (to: { by: string } | { to: string }) => post<{ reached: string }>('/clock/advance', to),
  interrupt: () => request<object>(`${ROOT}/clock/advance`, { method: 'DELETE' }),
  deadlines: (limit: number) => get<{ now: string; deadlines: Deadline[] }>(`/deadlines?limit=${limit}`),

  account: () => get<Account>('/account'),
  setAccount: (change: { apiEnabled?: boolean; apiKey?: string; licences?: { total: number } }) =>
    put<Account>('/account', change),

  devices: (offset: number, limit: number) =>
    get<{ total: number; sequence: number; devices: Device[] }>(`/devices?offset=${offset}&limit=${limit}`),
  device: (id: Id) => get<Device>(device(id)),
  setLimits: (id: Id, change: Partial<LimitSettings>) => put<Limits>(`${device(id)}/limits`, change),
  activate: (id: Id, expirationDate?: string) =>
    post<Device>(`${device(id)}/activate`, expirationDate === undefined ? {} : { expirationDate }),
  track: (id: Id, limit: number) =>
    get<{ locations: DeviceLocation[] }>(`${device(id)}/track?limit=${limit}`),

  alerts: (limit: number) => get<{ alerts: Alert[] }>(`/alerts?limit=${limit}`),
  outbox: (limit: number, of?: Id) =>
    get<{ sent: number; withheld: number; messages: Message[] }>(
      `/outbox?limit=${limit}${of === undefined ? '' : `&device=${encodeURIComponent(String(of))}`}`,
    ),
  requests: (limit: number) => get<{ requests: JournalEntry[] }>(`/requests?limit=${limit}`),
  specification: () => get<Specification>('/specification'),
  profile: () => get<{ name: string; openings?: { [id: string]: unknown } }>('/profile'),

  faults: () => get<{ rules: FaultRule[] }>('/faults'),
  setFaults: (rules: readonly Partial<FaultRule>[]) => put<{ rules: FaultRule[] }>('/faults', { rules }),
  reset: () => post<ClockView>('/reset'),
  snapshot: async () => (await respond(`${ROOT}/snapshot`)).blob(),
  restore: (snapshot: unknown) => put<ClockView>('/snapshot', snapshot),

  stories: () => get<{ stories: StorySummary[] }>('/stories'),
  story: () => get<{ story: StoryView | null }>('/story'),
  playStory: (choice: StoryChoice) => put<{ story: StoryView | null }>('/story', choice),
  seek: (to: string) => post<ClockView>('/story/seek', { to }),
  inject: (id: Id, kind: Injection) => post<{ did: string }>('/inject', { device: id, kind }),

  startVerification: () => post<VerificationView>('/verification'),
  verification: () => get<VerificationView>('/verification'),
};

/** Connections that break, and deployments that die. */
import { from, honest, type Kind, raw, rawAndEnd } from '../kind.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n';

/** Requests at which a deployment dies: at first contact, in calibration, amid the cases, amid the clean-up. */
const deaths = [1, 2, 3, 5, 10, 20, 40, 60, 80, 120, 160, 200, 250, 300, 350, 380];

export const connections: readonly Kind[] = [
  {
    name: 'connections/close',
    does: 'takes connections and closes them',
    behaviour: { connect: (socket) => !!socket.resume().end() },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/reset',
    does: 'takes connections and resets them',
    behaviour: { connect: (socket) => !!socket.resetAndDestroy() },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/close-after-request',
    does: 'reads a request and closes the connection',
    behaviour: { answer: (hit) => void hit.socket.end() },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/reset-after-request',
    does: 'reads a request and resets the connection',
    behaviour: { answer: (hit) => void hit.socket.resetAndDestroy() },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/close-in-headers',
    does: 'closes the connection in the middle of the headers',
    behaviour: { answer: rawAndEnd(head) },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/close-in-body',
    does: 'closes the connection in the middle of the body',
    behaviour: { answer: rawAndEnd(`${head}\r\n{"token":"abc`) },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/reset-in-body',
    does: 'resets the connection in the middle of the body',
    behaviour: {
      answer: (hit) => {
        hit.socket.write(`${head}\r\n{"token":"abc`, () => hit.socket.resetAndDestroy());
      },
    },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/reset-anywhere',
    does: 'from the 20th request on resets each connection after some bytes of a lawful answer',
    behaviour: {
      answer: from(20, async ({ honest: made, socket }, { random }) => {
        const { status, body } = await made();
        const bytes = `HTTP/1.1 ${status} OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        socket.write(bytes.slice(0, 1 + Math.floor(random() * (bytes.length - 1))), () =>
          socket.resetAndDestroy(),
        );
      }),
    },
    codes: [3],
    says: /suspect/i,
    quick: true,
  },
  {
    name: 'connections/half-open',
    does: 'ends its side of each connection at once and goes on reading',
    behaviour: { connect: (socket) => !!socket.end().resume() },
    codes: [2],
    quick: true,
  },
  {
    name: 'connections/slow-accept',
    does: 'reads from a connection only after the timeout',
    behaviour: {
      connect: (socket) => {
        socket.pause();
        setTimeout(() => socket.destroy(), 3_000).unref();
        return true;
      },
    },
    codes: [2],
  },
  {
    name: 'connections/flapping',
    does: 'resets two of three connections, each of which lasts for one answer',
    behaviour: {
      connect: (socket, connection) => connection % 3 !== 1 && !!socket.resetAndDestroy(),
      answer: async (hit) => {
        const made = await hit.honest();
        hit.send({ ...made, headers: { ...made.headers, connection: 'close' } });
      },
    },
    codes: [2, 3],
  },
  {
    name: 'connections/every-tenth-cut',
    does: 'resets the connection at every tenth request',
    behaviour: {
      answer: (hit, attack) =>
        hit.number % 10 === 0 ? void hit.socket.resetAndDestroy() : honest(hit, attack),
    },
    codes: [3],
  },
  {
    name: 'connections/kept-alive-and-dead',
    does: 'answers one request on each connection, and no second one',
    behaviour: {
      answer: (hit, attack) => {
        const key = `served ${hit.socket.remotePort}`;
        if (attack.memory.has(key)) return;
        attack.memory.set(key, '');
        return honest(hit, attack);
      },
    },
    codes: [2, 3],
  },
  ...deaths.map(
    (request): Kind => ({
      name: `death/at-request-${request}`,
      does: `dies while request ${request} is under way`,
      behaviour: { answer: from(request, (_, attack) => attack.die()) },
      codes: request < 4 ? [2] : [3],
      ...(request >= 4 && { says: /suspect/i }),
      ...([1, 10].includes(request) && { quick: true as const }),
    }),
  ),
  {
    name: 'death/in-body',
    does: 'dies in the middle of its 60th answer',
    behaviour: {
      answer: from(60, async (hit, attack) => {
        await raw(`${head}\r\n{"records":`)(hit, attack);
        attack.die();
      }),
    },
    codes: [3],
    says: /suspect/i,
  },
];

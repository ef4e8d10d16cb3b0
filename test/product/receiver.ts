/** A receiver of events on loopback, which ends with the file of tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithFile } from '../cli/started.ts';

/** Its address, and the signature and the body of what it receives first. */
export async function receiver(): Promise<{ url: string; first: Promise<string> }> {
  const server = createServer();
  const first = new Promise<string>((resolve) => {
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        response.writeHead(204).end();
        resolve(`${request.headers['x-roadtest-signature']} ${body}`);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endWithFile(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, first };
}

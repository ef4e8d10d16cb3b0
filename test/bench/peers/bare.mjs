/** Bare `node:http`: the same bytes for a GET; for a POST it parses the body first. Arguments: the replies as JSON. */
import { createServer } from 'node:http';

const { read, write } = JSON.parse(process.argv[2]);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(read.status, read.headers).end(read.body);
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    JSON.parse(text);
    response.writeHead(write.status, write.headers).end(write.body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${server.address().port}` }));
});

/** json-server with one collection of locations, in memory. */
import jsonServer from 'json-server';

const app = jsonServer.create();
app.use(jsonServer.bodyParser);
app.use(jsonServer.router({ locations: [JSON.parse(process.argv[2])] }));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${server.address().port}` }));
});

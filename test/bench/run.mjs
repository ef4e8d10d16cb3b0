/** The table of ratios: `npm run bench`, or `node test/bench/run.mjs PART…` for some parts. */
import { cpus } from 'node:os';
import { httpRows } from './http.mjs';
import { startRows } from './start.mjs';
import { suiteRows } from './suite.mjs';

const parts = { http: httpRows, start: startRows, suite: suiteRows };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown) throw new Error(`There is no part ${unknown}; there is ${Object.keys(parts).join(', ')}.`);

const rows = [];
for (const name of wanted) {
  process.stderr.write(`measuring ${name} …\n`);
  rows.push(...(await parts[name]()));
}
const width = (key) => Math.max(...rows.map((row) => row[key].length));
const widths = { what: width('what'), figure: width('figure'), bar: width('bar') };
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
for (const { what, figure, bar, met, note } of rows) {
  console.log(
    `${met ? '✓' : '✗'} ${what.padEnd(widths.what)}  ${figure.padStart(widths.figure)}  ${bar.padEnd(widths.bar)}  ${note}`,
  );
}
process.exitCode = rows.every((row) => row.met) ? 0 : 1;

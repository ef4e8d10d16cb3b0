/**
 * How the page looks, light and dark, wide and narrow, and on paper. The colours are those of Okabe and Ito, darkened or
 * lightened to be read, which people can distinguish whatever colours they see; symbols and words say the same.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --surface: #fff; --ink: #1c2026; --muted: #575d67; --line: #dddad2; --link: #1f5a9e;
  --pass: #00664c; --fail: #a83a00; --error: #8c1149; --suspect: #00507d; --drift: #7a3069; --open: #6b4e8a; --locked: #7a5200; --accepted: #5f5700;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --surface: #1b1f24; --ink: #e9e7e2; --muted: #a5abb5; --line: #31363e; --link: #8fbcff;
    --pass: #4fd3ac; --fail: #ff9a5c; --error: #ff94b6; --suspect: #7cc4f2; --drift: #e3a6cd; --open: #c9b1e8; --locked: #f3bd52; --accepted: #e9e27a;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: clamp(1rem, 4vw, 2.5rem); background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.75rem, 5vw, 2.75rem); line-height: 1.2; letter-spacing: -.02em; }
h2 { font-size: 1.125rem; line-height: 1.35; }
h3 { margin-top: 1rem; font-size: .9375rem; }
ul { list-style: none; }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; padding: .625rem .875rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.muted, dt { color: var(--muted); }
.tone { color: var(--tone); font-weight: 600; }
.pass { --tone: var(--pass); }
.fail { --tone: var(--fail); }
.error { --tone: var(--error); }
.suspect { --tone: var(--suspect); }
.drift { --tone: var(--drift); }
.left-open { --tone: var(--open); }
.inconclusive { --tone: var(--locked); }
.accepted { --tone: var(--accepted); }
.not-applicable { --tone: var(--muted); }
header, footer { overflow-wrap: anywhere; }
.lead { margin-top: .5rem; max-width: 46rem; color: var(--muted); }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: 1rem; font-variant-numeric: tabular-nums; }
.notices li { margin-top: .5rem; border-left: 3px solid var(--locked); padding-left: .75rem; }
.finding, section { margin-top: 1.25rem; padding: clamp(.875rem, 3vw, 1.5rem); background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--tone, var(--line)); border-radius: .625rem; }
dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 1rem; margin-top: .375rem; }
dd, li { overflow-wrap: anywhere; }
ol { margin: .875rem 0 0 1.25rem; list-style: none; }
.finding > pre { margin-top: .75rem; }
details { margin-top: .75rem; }
details pre { margin-top: .5rem; }
section li { margin-top: .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
footer { margin-top: 2rem; font-size: .875rem; }
@media (max-width: 40rem) {
  dl > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; }
  body { font-size: 10pt; }
  .finding { break-inside: avoid; }
  pre { max-height: none; }
}
`;

/**
 * How the page looks: light and dark, wide and narrow, on paper. The fills are those of Okabe and Ito,
 * which people can distinguish whatever colours they see; what was not concluded is hatched besides.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --surface: #fff; --sunken: #f1f0eb; --ink: #1c2026; --muted: #575d67; --line: #dddad2;
  --link: #1f5a9e; --focus: #1f5a9e;
  --pass: #00664c; --fail: #a83a00; --error: #8c1149; --suspect: #00507d; --drift: #7a3069; --left-open: #6b4e8a; --inconclusive: #7a5200; --accepted: #5f5700; --not-applicable: #575d67;
  --fill-pass: #009e73; --fill-fail: #d55e00; --fill-error: #8c1149; --fill-suspect: #0072b2; --fill-drift: #cc79a7; --fill-left-open: #8f6fb5; --fill-inconclusive: #e69f00; --fill-accepted: #f0e442; --fill-not-applicable: #c9c6bd;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --surface: #1b1f24; --sunken: #12151a; --ink: #e9e7e2; --muted: #a5abb5; --line: #31363e;
    --link: #8fbcff; --focus: #8fbcff;
    --pass: #4fd3ac; --fail: #ff9a5c; --error: #ff94b6; --suspect: #7cc4f2; --drift: #e3a6cd; --left-open: #c9b1e8; --inconclusive: #f3bd52; --accepted: #e9e27a; --not-applicable: #a5abb5;
    --fill-error: #c23a76; --fill-not-applicable: #4a505a;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main, .page, nav ul { max-width: 70rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
h1, h2, h3, p, ul, ol, dl, dd, pre, fieldset { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
a { color: var(--link); text-underline-offset: .18em; }
code, pre { font-family: var(--mono); font-size: .875em; }
code { overflow-wrap: anywhere; }
h3 code { font-size: 1em; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
.muted, .note, .meaning { color: var(--muted); }
.unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset: .5rem auto auto .5rem; z-index: 3; padding: .5rem 1rem; background: var(--surface); }
.number { font-variant-numeric: tabular-nums; color: var(--muted); font-weight: 500; }
.pass { --tone: var(--pass); --fill: var(--fill-pass); }
.fail { --tone: var(--fail); --fill: var(--fill-fail); }
.error { --tone: var(--error); --fill: var(--fill-error); }
.suspect { --tone: var(--suspect); --fill: var(--fill-suspect); }
.drift { --tone: var(--drift); --fill: var(--fill-drift); }
.left-open { --tone: var(--left-open); --fill: var(--fill-left-open); }
.inconclusive { --tone: var(--inconclusive); --fill: var(--fill-inconclusive); }
.accepted { --tone: var(--accepted); --fill: var(--fill-accepted); }
.not-applicable { --tone: var(--not-applicable); --fill: var(--fill-not-applicable); }

/* head */
.page { padding-block: clamp(2.5rem, 7vw, 4.5rem) 2rem; }
.eyebrow { color: var(--muted); font-size: .875rem; letter-spacing: .04em; }
h1 { margin-top: .25rem; font-size: clamp(2rem, 6vw, 3.25rem); font-weight: 650; letter-spacing: -.02em; }
.sign { color: var(--tone); }
.lead { margin-top: .75rem; max-width: 46rem; font-size: 1.125rem; color: var(--muted); text-wrap: pretty; }
.wanting { display: flex; flex-wrap: wrap; gap: .375rem 1.75rem; margin-top: 1.25rem; }
.wanting a { text-decoration: none; }
.wanting a:hover { text-decoration: underline; }
.passes > summary { padding-block: .625rem; }
.notices { margin-top: 1.5rem; border-left: 3px solid var(--fill-inconclusive); padding: .25rem 0 .25rem 1rem; }
.notices li { overflow-wrap: anywhere; }
.notices li + li { margin-top: .375rem; }
.bar { display: block; width: 100%; height: .625rem; border-radius: .3125rem; overflow: hidden; background: var(--line); }
.bar rect { fill: var(--fill); stroke: var(--ground); stroke-width: 1.5px; }
.bar rect.inconclusive { fill: url(#hatch); }
#hatch rect { fill: var(--surface); }
#hatch path { stroke: var(--fill-inconclusive); stroke-width: 3; }
.page .bar { height: .875rem; margin-top: 2rem; border-radius: .4375rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 1.25rem 1rem; margin-top: 1.5rem; }
.tiles a { display: block; color: inherit; text-decoration: none; }
.tiles a:hover .what { text-decoration: underline; text-underline-offset: .18em; }
.tiles strong { display: block; font-size: 2rem; line-height: 1.2; font-weight: 600; letter-spacing: -.01em; font-variant-numeric: tabular-nums; }
.tiles .what { color: var(--tone); font-weight: 600; }
.tiles .none strong, .tiles .none .what { color: var(--muted); }
.tiles .meaning { display: block; margin-top: .125rem; font-size: .8125rem; line-height: 1.4; text-wrap: pretty; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem 2rem; margin-top: 2rem; }
.facts > :last-child { grid-column: 1 / -1; }
dt { font-size: .8125rem; color: var(--muted); }
dd { overflow-wrap: anywhere; }

/* way through the page */
nav { position: sticky; top: 0; z-index: 2; background: color-mix(in srgb, var(--ground) 94%, transparent); border-block: 1px solid var(--line); backdrop-filter: blur(8px); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
nav a { display: block; padding-block: .625rem; color: var(--ink); text-decoration: none; font-size: .9375rem; }
nav a:hover { text-decoration: underline; }
nav .muted { font-variant-numeric: tabular-nums; }

section { padding-block: clamp(2.5rem, 6vw, 4rem) 0; }
main { padding-bottom: 5rem; }
h2 { font-size: 1.625rem; font-weight: 640; letter-spacing: -.01em; }
.note { margin: .375rem 0 1.5rem; max-width: 46rem; text-wrap: pretty; }
.badge { color: var(--tone); font-weight: 600; white-space: nowrap; }
.counts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; font-size: .875rem; color: var(--tone); }
.counts li { color: var(--tone); font-variant-numeric: tabular-nums; }

/* failures */
.failure { padding: clamp(1rem, 3vw, 1.75rem); background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--fill); border-radius: .625rem; }
.failure + .failure { margin-top: 1.25rem; }
.failure h3 { margin-top: .5rem; font-size: 1.1875rem; }
.failure .text { margin-top: .25rem; color: var(--muted); text-wrap: pretty; }
.failure .where { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.failure > details, .failure > .reason, .token { margin-top: 1rem; }
.findings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 1rem 2rem; margin-block: 1.25rem; }
.findings dd { margin-top: .125rem; }
.value { overflow-wrap: anywhere; white-space: pre-wrap; }
.links { margin-top: .75rem; font-size: .875rem; color: var(--muted); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; padding: .75rem 1rem; line-height: 1.55; background: var(--sunken); border: 1px solid var(--line); border-radius: .5rem; }
pre.tall { max-height: 26rem; overflow: auto; }
.command { position: relative; margin-top: .75rem; }
.command pre { padding-right: 5.5rem; }
button { font: inherit; font-size: .875rem; padding: .25rem .75rem; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: .375rem; cursor: pointer; }
button:hover { border-color: var(--muted); }
.copy { position: absolute; inset: .5rem .5rem auto auto; }
.messages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; margin-top: .75rem; }
.messages > div { min-width: 0; }
.caption { font-size: .8125rem; font-weight: 500; color: var(--muted); margin-bottom: .25rem; }

/* coverage */
.sections > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem 1rem; align-items: baseline; padding-block: 1.125rem; border-top: 1px solid var(--line); }
.sections > li > :is(.bar, .counts, details) { grid-column: 1 / -1; }
.sections h3 { font-size: 1.0625rem; font-weight: 600; }
.share { font-variant-numeric: tabular-nums; font-size: .9375rem; }
.sections summary { font-size: .875rem; color: var(--muted); }
.rules { margin-top: .75rem; }
.rules li { padding: .375rem 0 .375rem 1rem; border-left: 2px solid var(--line); }
.rules .text { display: block; color: var(--muted); font-size: .9375rem; }
.locked > li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 1.5rem; padding-block: 1.5rem; border-top: 1px solid var(--line); }
.amount { color: var(--muted); }
.amount strong { display: block; font-size: 2rem; line-height: 1.1; font-weight: 600; color: var(--tone, var(--inconclusive)); font-variant-numeric: tabular-nums; }
.locked h3 { font-size: .8125rem; font-weight: 500; color: var(--muted); }
.needs { margin-bottom: .625rem; }
.needs li { font-weight: 500; text-wrap: pretty; }
.needs code { color: var(--muted); font-weight: 400; }
.reasons { margin-top: .625rem; color: var(--muted); }
.reasons li { overflow-wrap: anywhere; }
.left { padding-top: 1.25rem; border-top: 1px solid var(--line); }
.ids { columns: 17rem; margin-top: .75rem; }

/* openings */
.openings > li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr) 7rem; gap: .5rem 2rem; padding-block: 1rem; border-top: 1px solid var(--line); }
.openings h3 { font-size: .9375rem; font-weight: 600; }
.openings p { font-size: .9375rem; }
.openings dl > div + div { margin-top: .5rem; }
.openings > .plain dt { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.state { font-size: .875rem; }
.state .links { margin-top: .125rem; }

/* outcomes and exchanges */
form { padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: .625rem; }
.fields { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: end; }
.fields label { display: grid; gap: .25rem; font-size: .8125rem; color: var(--muted); }
.fields label:first-child { flex: 1 1 16rem; }
input[type=search], select { width: 100%; font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--muted); border-radius: .375rem; padding: .4375rem .625rem; }
.fields button { padding: .5rem .875rem; }
fieldset { display: flex; flex-wrap: wrap; gap: .375rem 1.25rem; margin-top: 1rem; border: 0; min-width: 0; }
legend { float: left; margin-right: 1.25rem; font-size: .8125rem; color: var(--muted); line-height: 1.9; }
fieldset label { color: var(--tone); font-size: .9375rem; white-space: nowrap; }
fieldset input { accent-color: var(--focus); margin: 0 .25rem 0 0; vertical-align: -.0625em; }
#shown { margin-top: .75rem; font-size: .875rem; color: var(--muted); font-variant-numeric: tabular-nums; }
.group h3 { margin: 2rem 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
.outcomes > li, .exchanges > li { border-top: 1px solid var(--line); }
.outcomes summary, .exchanges summary { display: grid; gap: .125rem 1rem; align-items: baseline; padding-block: .5rem; list-style: none; }
.outcomes summary { grid-template-columns: 9rem minmax(0, 22rem) minmax(0, 1fr) .75rem; }
.exchanges summary { grid-template-columns: 3rem minmax(0, 1fr) 8rem 5rem minmax(0, 18rem) .75rem; }
:is(.outcomes, .exchanges) summary::-webkit-details-marker { display: none; }
:is(.outcomes, .exchanges) summary::after { content: "›" / ""; color: var(--muted); justify-self: center; }
:is(.outcomes, .exchanges) details[open] > summary::after { rotate: 90deg; }
.outcomes summary:hover code { text-decoration: underline; }
.outcomes summary .text { color: var(--muted); font-size: .9375rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.outcomes details[open] > summary .text { white-space: normal; }
.body { padding: 0 0 1.25rem 10rem; }
.body > .muted { margin-top: .5rem; font-size: .875rem; }
.body > p + .needs { margin-top: .125rem; }
.exchanges summary > * { overflow-wrap: anywhere; }
.exchanges summary .muted { font-size: .875rem; font-variant-numeric: tabular-nums; }
.exchanges details[open] { padding-bottom: 1.25rem; }
.came { font-variant-numeric: tabular-nums; }
footer { max-width: 70rem; margin-inline: auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 3rem; color: var(--muted); font-size: .875rem; }

@media (max-width: 46rem) {
  .tiles { grid-template-columns: repeat(auto-fill, minmax(7.75rem, 1fr)); }
  .tiles .meaning { display: none; }
  .facts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); }
  nav { position: static; }
  html { scroll-padding-top: 1rem; }
  .locked > li { grid-template-columns: minmax(0, 1fr); gap: .5rem; }
  .amount strong { display: inline; font-size: 1.25rem; }
  .openings > li { grid-template-columns: minmax(0, 1fr); }
  .state { display: flex; gap: 1rem; align-items: baseline; }
  legend { float: none; width: 100%; }
  .outcomes summary { grid-template-columns: minmax(0, 1fr) .75rem; gap: 0 1rem; padding-block: .75rem; }
  .outcomes summary > :not(.badge) { grid-column: 1; }
  .outcomes summary .text { white-space: normal; }
  .exchanges summary { grid-template-columns: auto auto minmax(0, 1fr) .75rem; }
  .exchanges summary code { grid-column: 2 / 4; }
  .exchanges summary .came { grid-column: 2; }
  .exchanges summary .purpose { grid-column: 2 / 4; }
  :is(.outcomes, .exchanges) summary::after { grid-column: -2; grid-row: 1; }
  .body { padding-left: 0; }
  .command pre { padding: .75rem 1rem; }
  .copy { position: static; margin-top: .5rem; }
}
@media (forced-colors: active) {
  .bar, .bar rect { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --sunken: #fff; }
  body { font-size: 10pt; }
  nav, form, .copy, .token, #exchanges, .skip { display: none; }
  section { padding-top: 1.5rem; }
  h2, h3 { break-after: avoid; }
  .failure, .sections > li, .openings > li, .outcomes > li { break-inside: avoid; }
  pre.tall { max-height: none; }
  .bar, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

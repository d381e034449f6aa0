/** How the page looks, on light and dark, on a narrow screen, and on paper. */
export const style = `
:root {
  --ground: #f6f5f1; --panel: #ffffff; --ink: #1c2126; --quiet: #5c6670; --line: #dedbd2; --code: #f4f2ec;
  --error: #b3261e; --error-soft: #fbe6e3; --warning: #8a5a00; --warning-soft: #faecc8; --good: #18703f; --good-soft: #dcf1e3; --accent: #2f5d8a;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  color-scheme: light;
}
:root[data-theme="dark"] {
  --ground: #121518; --panel: #1a1e23; --ink: #e4e7ea; --quiet: #98a3ad; --line: #2d343b; --code: #14181c;
  --error: #ff8a80; --error-soft: #43211f; --warning: #e8b84a; --warning-soft: #3b2f13; --good: #63d394; --good-soft: #17372a; --accent: #8ab8e6;
  color-scheme: dark;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --ground: #121518; --panel: #1a1e23; --ink: #e4e7ea; --quiet: #98a3ad; --line: #2d343b; --code: #14181c;
    --error: #ff8a80; --error-soft: #43211f; --warning: #e8b84a; --warning-soft: #3b2f13; --good: #63d394; --good-soft: #17372a; --accent: #8ab8e6;
    color-scheme: dark;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { max-width: 1100px; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 1.75rem; }
footer { padding: 2rem 1.5rem 3rem; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
h1 { margin: 0; font-size: 1.35rem; letter-spacing: -.01em; display: flex; align-items: center; gap: .6rem; }
h2 { margin: 2.25rem 0 .6rem; font: 600 .92rem var(--mono); overflow-wrap: anywhere; }
h2 .quiet { font: 400 .8rem system-ui, sans-serif; margin-left: .35rem; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px; }
h4 { margin: 0 0 .5rem; font-size: .95rem; }
p { margin: .35rem 0; }
.mark { display: inline-grid; grid-template-columns: 1fr 1fr; gap: 2px; }
.mark i { width: 8px; height: 8px; border-radius: 2px; background: var(--line); }
.mark i:nth-child(3) { background: var(--good); }
.quiet, .why summary { color: var(--quiet); font-weight: 400; font-size: .9em; }
.place { font-family: var(--mono); font-size: .86em; overflow-wrap: anywhere; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
button, select, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 7px; padding: .4rem .65rem; min-width: 0; }
button { cursor: pointer; }
button:hover { border-color: var(--quiet); }
.figures { display: flex; flex-wrap: wrap; gap: .3rem 2.2rem; margin: 1.25rem 0 .75rem; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--quiet); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.9rem; line-height: 1.15; font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
.error > dd { color: var(--error); } .warning > dd { color: var(--warning); } .good > dd { color: var(--good); }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: end; gap: .6rem; padding: .8rem 0; margin-top: 1rem; background: var(--ground); border-bottom: 1px solid var(--line); }
.filters label { display: flex; flex-direction: column; gap: .15rem; font-size: .78rem; color: var(--quiet); flex: 1 1 8rem; max-width: 13rem; }
.filters .wide { flex: 3 1 14rem; max-width: none; }
.filters select, .filters input { font-size: .9rem; color: var(--ink); width: 100%; }
.filters button { font-size: .9rem; }
.filters output { flex-basis: 100%; font-size: .82rem; color: var(--quiet); }
.card { background: var(--panel); border: 1px solid var(--line); border-left: 3px solid var(--line); border-radius: 9px; margin: .55rem 0; }
.card.error { border-left-color: var(--error); } .card.warning { border-left-color: var(--warning); }
.card > summary { padding: .65rem .9rem; cursor: pointer; list-style: none; border-radius: 8px; }
summary .rule { float: right; font: .78rem var(--mono); color: var(--quiet); padding-top: .15rem; }
.card { scroll-margin: 8.5rem 0 1rem; } .card[open] { box-shadow: 0 1px 3px rgb(0 0 0 / .08); }
.link { color: var(--quiet); text-decoration: none; padding: 0 .3rem; opacity: .6; } .link:hover, .link:focus-visible { color: var(--accent); opacity: 1; }
.copy { font-size: .78rem; font-weight: 400; padding: .1rem .55rem; margin-left: .5rem; }
kbd { font: .8rem var(--mono); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 .35rem; margin-left: .8rem; background: var(--panel); } kbd + kbd { margin-left: .1rem; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary:hover .headline { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; }
.headline { display: block; margin-top: .15rem; overflow-wrap: anywhere; }
.badge { display: inline-block; font-size: .72rem; font-weight: 600; padding: .05rem .45rem; border-radius: 99px; background: var(--code); color: var(--quiet); }
.badge.error { background: var(--error-soft); color: var(--error); } .badge.warning { background: var(--warning-soft); color: var(--warning); }
.body { padding: 0 .9rem .9rem; border-top: 1px solid var(--line); }
.finding { margin: .75rem 0; overflow-wrap: anywhere; }
.finding .help { padding-left: .8rem; border-left: 2px solid var(--good); }
.why { margin-top: .2rem; } .why summary, .plan summary { cursor: pointer; width: fit-content; } .why p { font-size: .92em; max-width: 46rem; }
.sql { margin: .75rem 0; padding: .7rem 0; background: var(--code); border: 1px solid var(--line); border-radius: 7px; overflow: auto; max-height: 30rem; font: 13px/1.6 var(--mono); tab-size: 4; }
.sql code { font: inherit; display: block; width: max-content; min-width: 100%; overflow-wrap: normal; }
.line { display: block; padding: 0 .8rem 0 4.2rem; }
.line::before { content: attr(data-line); float: left; width: 2.6rem; margin-left: -3.6rem; text-align: right; color: var(--quiet); opacity: .75; user-select: none; }
.sql mark { background: none; color: inherit; text-decoration: underline wavy; text-decoration-thickness: 1px; text-underline-offset: 4px; border-radius: 2px; }
.sql mark.error { text-decoration-color: var(--error); background: var(--error-soft); } .sql mark.warning { text-decoration-color: var(--warning); background: var(--warning-soft); }
.sql mark.gap { display: inline-block; width: .5em; height: 1em; vertical-align: text-bottom; }
.diff .added { color: var(--good); } .diff .removed { color: var(--error); }
.diff mark { text-decoration: none; color: inherit; } .diff mark.added { background: var(--good-soft); } .diff mark.removed { background: var(--error-soft); }
.fix, .reference, .plan { margin-top: 1rem; }
.reads { font-weight: 400; } .bad .reads { color: var(--error); } .fine .reads { color: var(--good); }
.beside { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; }
.beside > div { min-width: 0; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .88rem; }
.grid { font-size: .78rem; font-variant-numeric: tabular-nums; }
.grid th { font-weight: 400; color: var(--quiet); padding: .1rem .45rem; white-space: nowrap; } .grid tbody th { text-align: right; }
.grid .leaf { padding: 2px; }
.leaf i { display: block; height: 1.05rem; min-width: 1.9rem; border-radius: 3px; font-size: 0; background: var(--code); border: 1px solid var(--line); }
.leaf.read i { background: var(--good); border-color: var(--good); } .bad .leaf.read i { background: var(--error); border-color: var(--error); }
.leaf.run-time i { border-color: var(--warning); background: repeating-linear-gradient(135deg, var(--warning) 0 2px, transparent 2px 5px); }
.leaf.start i { background: none; border: 1px dashed var(--quiet); }
.times { color: var(--quiet); padding-left: .5rem; white-space: nowrap; }
.keys, .list { margin-top: .6rem; } .keys th, .keys td, .list th, .list td { text-align: left; padding: .15rem 1.4rem .15rem 0; vertical-align: top; font-weight: 400; }
.keys thead th, .list thead th { color: var(--quiet); font-size: .82rem; } .keys .nothing { color: var(--error); } .keys .run-time { color: var(--warning); }
.keys code { white-space: nowrap; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; margin: .8rem 0 0; list-style: none; font-size: .8rem; color: var(--quiet); }
.legend li { display: flex; align-items: center; gap: .4rem; } .legend .leaf i { height: .8rem; min-width: 1.2rem; } .legend .leaf.read i { background: linear-gradient(90deg, var(--good) 50%, var(--error) 50%); border-color: transparent; }
.list td { border-top: 1px solid var(--line); overflow-wrap: anywhere; min-width: 6rem; }
.plan ul { list-style: none; margin: .3rem 0; padding-left: 1.1rem; border-left: 1px solid var(--line); } .plan > ul { padding-left: .2rem; border: 0; }
.plan li { margin: .15rem 0; overflow-wrap: anywhere; } .plan strong { font: 600 .86rem var(--mono); }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--quiet); background: var(--panel); border: 1px dashed var(--line); border-radius: 9px; margin-top: 1.5rem; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
.leaf, .line { position: relative; }
@media (max-width: 640px) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  summary .rule { float: none; display: block; }
  .card { scroll-margin-top: 1rem; } .keys-help { display: none; }
  .filters { position: static; } .filters label { flex-basis: 40%; max-width: none; } .filters .wide { flex-basis: 100%; }
  .figures { gap: .3rem 1.4rem; } .figures dd { font-size: 1.5rem; }
  .line { padding-left: 3rem; } .line::before { margin-left: -2.9rem; width: 2.2rem; }
}
@media print {
  :root, :root[data-theme="dark"], :root:not([data-theme="light"]) {
    --ground: #fff; --panel: #fff; --ink: #000; --quiet: #444; --line: #bbb; --code: #fff; --error: #8c1d18; --error-soft: #fff; --warning: #6b4600; --warning-soft: #fff; --good: #14532d; --good-soft: #fff;
    color-scheme: light;
  }
  .filters, #theme, .copy, .link, .keys-help { display: none; }
  .sql { max-height: none; overflow: visible; } .sql code { width: auto; } .line { white-space: pre-wrap; overflow-wrap: anywhere; }
  .card, .reference, .fix { break-inside: avoid-page; } .leaf i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  header, main, footer { max-width: none; padding: 0; }
}
`;

/** The one style sheet. Light and dark by the reader's setting; no class carries a meaning by its colour alone. */
import { createHash } from 'node:crypto';

export const styleSheet = `
:root {
  color-scheme: light dark;
  --bg: #fcfaf5; --panel: #ffffff; --ink: #1d1b16; --muted: #625c50; --rule: #e5dfd0; --soft: #f4efe2;
  --tape: #f4e7c3; --tape-ink: #4a3d17; --hole: #fcfaf5; --accent: #0a5a66; --up: #0b6b3a; --down: #b0241c;
  --warn-bg: #fff3cf; --warn-ink: #5c4300; --warn-rule: #e3c977; --good-bg: #e2f3e8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14140f; --panel: #1c1c16; --ink: #efeadd; --muted: #aaa391; --rule: #35342a; --soft: #23231b;
    --tape: #2d2816; --tape-ink: #f0dfae; --hole: #14140f; --accent: #86d4dd; --up: #66d394; --down: #ff9388;
    --warn-bg: #322a12; --warn-ink: #f5dc94; --warn-rule: #5e4f20; --good-bg: #17301f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 var(--sans); overflow-wrap: break-word; }
bdi { overflow-wrap: anywhere; }
.wrap { max-width: 1120px; margin: 0 auto; padding: 0 20px; }
h1 { font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.2rem); line-height: 1.15; letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 1.3rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0; }
p { margin: 0.5rem 0; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main.wrap { padding-top: 32px; padding-bottom: 48px; }
main:focus { outline: none; }
main > section, main > aside { margin-bottom: 32px; }
.muted, .none, figcaption, caption { color: var(--muted); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; background: var(--panel); padding: 8px 12px; z-index: 2; }
.skip:focus { top: 8px; }
abbr[title] { text-decoration: none; }

/* The tape: two rows of sprocket holes. */
.tape { background:
    radial-gradient(circle, var(--hole) 2.6px, transparent 3.2px) 0 2px / 18px 10px repeat-x,
    radial-gradient(circle, var(--hole) 2.6px, transparent 3.2px) 0 calc(100% - 2px) / 18px 10px repeat-x,
    var(--tape); color: var(--tape-ink); padding: 18px 0; }
.tape .wrap { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 24px; }
.tape a { color: inherit; text-decoration: none; padding: 4px 0; }
.tape nav a:hover { text-decoration: underline; }
.tape :focus-visible { outline-color: currentColor; }
.tape nav { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 0.95rem; }
.brand { display: inline-flex; align-items: center; gap: 8px; font-weight: 700; font-size: 1.2rem; letter-spacing: -0.02em; margin-right: auto; }
.brand-tape { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.brand-line { fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
footer { border-top: 1px solid var(--rule); padding: 20px 0 36px; color: var(--muted); font-size: 0.9rem; }

.lead { font-size: 1.1rem; color: var(--muted); max-width: 46rem; }
.lead + section { margin-top: 24px; }
.source { border: 1px solid var(--rule); border-left-width: 5px; border-radius: 6px; padding: 9px 14px; margin-top: 16px; font-size: 0.95rem; }
.source-made { background: var(--warn-bg); color: var(--warn-ink); border-color: var(--warn-rule); }
.source-live { background: var(--good-bg); border-color: var(--up); }
.source strong { margin-right: 6px; }
.notice { background: var(--soft); border-radius: 6px; padding: 9px 14px; }
.empty { border: 1px dashed var(--rule); border-radius: 8px; padding: 28px 16px; text-align: center; color: var(--muted); }

.picker { display: flex; flex-wrap: wrap; gap: 12px 20px; align-items: center; justify-content: space-between; margin: 0 0 24px; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; margin: 0; padding: 0; }
.chips a { display: inline-block; padding: 5px 13px; border: 1px solid var(--rule); border-radius: 99px; text-decoration: none; color: inherit; background: var(--panel); }
.chips a:hover { border-color: var(--accent); }
.chips a[aria-current] { background: var(--ink); color: var(--bg); border-color: var(--ink); font-weight: 600; }
.chips a[aria-current] .muted { color: inherit; }
.picker form { display: flex; gap: 8px; align-items: center; max-width: 100%; }
.picker label { color: var(--muted); white-space: nowrap; }
select, button, input[type=date] { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--muted); border-radius: 6px; padding: 6px 12px; min-height: 38px; min-width: 0; }
select { max-width: 16rem; flex: 1 1 auto; }
button { cursor: pointer; font-weight: 600; flex: none; }
button:hover { border-color: var(--accent); color: var(--accent); }

.views { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; margin-bottom: 12px; }
.views form { display: flex; gap: 8px; align-items: center; }
.champions { list-style: none; margin: 0; padding: 0; }
.champions li { padding: 5px 0; border-bottom: 1px solid var(--rule); }
.board-head { display: flex; flex-wrap: wrap; gap: 12px 32px; justify-content: space-between; align-items: flex-end; margin-bottom: 12px; }
.board-head > div { flex: 1 1 20rem; }
.board-head p { margin: 4px 0 0; }
.facts { display: flex; flex-wrap: wrap; gap: 10px 28px; margin: 0; }
.facts dt, .about dt { color: var(--muted); font-size: 0.82rem; }
.facts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }

table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: 0.9rem; padding-bottom: 8px; }
th, td { padding: 9px 10px; text-align: left; vertical-align: middle; font-weight: 400; }
thead th { font-size: 0.82rem; color: var(--muted); font-weight: 500; border-bottom: 1px solid var(--ink); padding-top: 4px; padding-bottom: 6px; vertical-align: bottom; white-space: nowrap; }
tbody tr { border-bottom: 1px solid var(--rule); }
.n { text-align: right; white-space: nowrap; }
.up { color: var(--up); } .down { color: var(--down); }
.board tbody tr:hover { background: var(--soft); }
.board .rank { font-weight: 700; font-size: 1.05rem; white-space: nowrap; width: 1%; }
.board .move { font-size: 0.88rem; white-space: nowrap; width: 1%; }
.board .value { font-weight: 600; }
.board .return { font-weight: 700; }
.board .line { width: 1%; }
.board .line .none { font-size: 0.88rem; }
.bot { min-width: 12rem; max-width: 26rem; }
.board tbody:not(.baselines) .bot { display: flex; gap: 12px; align-items: center; }
.who { display: block; min-width: 0; overflow-wrap: anywhere; overflow: clip; overflow-clip-margin: 6px; }
.name { font-weight: 650; color: inherit; text-decoration: none; }
.name:hover { text-decoration: underline; }
.maker { display: block; color: var(--muted); font-size: 0.88rem; line-height: 1.35; }
.icon { flex: none; display: inline-grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--soft); font-size: 1.2rem; line-height: 1; overflow: clip; }
.icon img { width: 100%; height: 100%; }
.icon.letter { font-size: 1rem; font-weight: 700; color: var(--muted); }
.tags { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 3px; }
.tag { display: inline-block; font-size: 0.76rem; font-weight: 500; line-height: 1.3; padding: 1px 7px; border: 1px solid var(--rule); border-radius: 4px; background: var(--panel); color: var(--muted); white-space: nowrap; }
.tag a { color: inherit; }
.tag-past { color: var(--warn-ink); background: var(--warn-bg); border-color: transparent; }
.tag-good { background: var(--good-bg); color: var(--up); border-color: transparent; }
.stale { font-size: 0.76rem; color: var(--warn-ink); background: var(--warn-bg); border-radius: 4px; padding: 0 5px; margin-left: 4px; font-weight: 500; }
.band th { background: var(--soft); font-weight: 600; font-size: 0.9rem; padding-top: 7px; padding-bottom: 7px; }
.band .muted { font-weight: 400; margin-left: 6px; }
.baselines .bot { font-style: italic; }

.spark { display: block; margin-left: auto; max-width: 100%; }
.spark .start, .chart .start { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 3 3; fill: none; opacity: 0.7; vector-effect: non-scaling-stroke; }
.spark .value, .chart .value { stroke: currentColor; fill: none; stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.spark .end { fill: currentColor; }
.spark.flat, .chart .flat { color: var(--muted); }
.chart { margin: 12px 0; }
.chart-body { display: grid; grid-template-columns: 72px minmax(0, 1fr); }
.chart-body svg { display: block; overflow: visible; }
.chart .value { stroke-width: 2.25; }
.chart .area { fill: currentColor; opacity: 0.1; }
.chart .grid { stroke: var(--rule); }
.chart .label { fill: var(--muted); font: 12px var(--sans); font-variant-numeric: tabular-nums; }
.chart .at-start { fill: var(--ink); font-weight: 600; }
figcaption { font-size: 0.9rem; margin-top: 8px; }

.pager { display: flex; gap: 20px; align-items: center; justify-content: center; padding: 16px 0 4px; }
.pager a { padding: 6px 4px; }
.off { color: var(--muted); }
.machine { font-size: 0.9rem; }

.lines { background: var(--soft); border: 1px solid var(--rule); border-radius: 8px; padding: 14px 16px 14px 0; margin: 14px 0; font: 0.85rem/1.55 var(--mono); white-space: pre-wrap; counter-reset: line; }
.lines code { display: block; font: inherit; padding: 3px 0 3px 44px; counter-increment: line; position: relative; }
.lines code::before { content: counter(line) / ""; position: absolute; left: 0; width: 28px; text-align: right; color: var(--muted); }
.steps { margin: 0; padding-left: 28px; color: var(--muted); max-width: 52rem; }
.steps li { margin: 3px 0; }

.crumbs { margin-bottom: 16px; }
.profile h1 { display: flex; align-items: center; gap: 14px; overflow: clip; overflow-clip-margin: 8px; }
.profile h1 bdi { min-width: 0; }
.profile h1 .icon { width: 52px; height: 52px; font-size: 1.75rem; }
.description { max-width: 46rem; white-space: pre-line; overflow: clip; }
.about { display: flex; flex-wrap: wrap; gap: 10px 32px; margin: 16px 0 0; }
.about dd { margin: 0; }
.about .muted { font-size: 0.88rem; }
.facts.big { gap: 14px 40px; border-block: 1px solid var(--rule); padding: 16px 0; }
.facts.big dd { font-size: 1.25rem; }
.scroll { overflow-x: auto; }
.plain { font-size: 0.94rem; }
.plain caption { padding-top: 4px; }
.plain th[scope="row"] { font-weight: 600; }
.plain td, .plain tbody th { padding-top: 7px; padding-bottom: 7px; white-space: nowrap; }
.plain tr:target { background: var(--soft); }
.prose td, .prose tbody th { vertical-align: top; }
.prose .text { white-space: normal; min-width: 12rem; overflow-wrap: anywhere; }
.side { font-weight: 600; }
details { margin-top: 12px; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
.key { font: 600 1.05rem/1.4 var(--mono); overflow-wrap: anywhere; user-select: all; }
.companies td, .companies tbody th { white-space: normal; vertical-align: top; }
.companies tbody th { min-width: 8.5rem; }
.companies td:last-child { min-width: 9rem; }
.companies .list { list-style: none; margin: 0; padding: 0; }
.sorry { padding: 32px 0; }
.status { font: 700 3rem/1 var(--mono); color: var(--muted); margin: 0 0 8px; }

@media (max-width: 760px) {
  .wrap { padding: 0 16px; }
  main.wrap { padding-top: 22px; }
  .tape { padding: 16px 0; }
  .tape nav { gap: 0 16px; font-size: 0.9rem; }
  .lead { font-size: 1rem; }
  .facts { display: grid; grid-template-columns: auto auto; justify-content: start; gap: 8px 32px; }
  .picker form { width: 100%; }
  select { max-width: none; }
  .board, .board tbody { display: block; }
  .board thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .board caption { display: block; }
  .board tr { display: grid; grid-template: auto 1fr / 2.5rem minmax(0, 1fr) auto; column-gap: 10px; padding: 12px 0; align-items: center; }
  .board tbody tr:first-child { border-top: 1px solid var(--ink); }
  .board th, .board td { padding: 0; min-width: 0; width: auto; }
  .board .rank, .board .move { width: auto; }
  .board .rank { grid-area: 1 / 1; line-height: 1.5rem; }
  .board .move { grid-area: 2 / 1; align-self: start; }
  .board tbody:not(.baselines) .bot { grid-area: 1 / 2 / 3 / 3; align-self: start; align-items: flex-start; gap: 10px; }
  .board .value { grid-area: 1 / 3; line-height: 1.5rem; }
  .board .return { grid-area: 2 / 3; align-self: start; }
  .board .line { grid-area: 3 / 2 / 7 / 3; width: auto; text-align: left; padding-top: 8px; }
  .board .week { grid-area: 3 / 3; padding-top: 8px; }
  .board .day { grid-area: 4 / 3; }
  .board .drawdown { grid-area: 5 / 3; }
  .board .week, .board .day, .board .drawdown, .board .trades { font-size: 0.82rem; }
  .board .week::before, .board .day::before, .board .drawdown::before { content: attr(data-label) " "; color: var(--muted); }
  .board .trades { grid-area: 6 / 3; }
  .board .trades::before { content: attr(data-label) " "; color: var(--muted); }
  .spark { margin-left: 0; width: 100%; height: auto; max-width: 190px; }
  .icon { width: 32px; height: 32px; }
  .band { display: block !important; padding: 10px 0 !important; background: var(--soft); }
  .band th { display: block; padding: 0 10px !important; }
  .baselines tr:not(.band) { grid-template-columns: auto minmax(0, 1fr) auto; }
  .baselines .bot { grid-area: 1 / 2 / 3 / 3; }
  .baselines .rank { grid-row: 1 / 3; }
  .baselines .rest { display: none; }
  .baselines .line { grid-area: 3 / 2 / 4 / 4; }
  .facts.big { gap: 12px 32px; }
  .chart-body { grid-template-columns: 70px minmax(0, 1fr); }
  .facts dd { font-size: 0.95rem; }
  .plain caption { width: calc(100vw - 32px); }
  .prose, .prose tbody, .prose caption { display: block; }
  .prose thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .prose tr { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 8px 0; }
  .prose tbody tr:first-child { border-top: 1px solid var(--ink); }
  .prose td, .prose tbody th { padding: 0; }
  .prose .text { flex-basis: 100%; min-width: 0; }
  .prose .text::before { content: attr(data-label) " "; color: var(--muted); }
  .facts.big dd { font-size: 1.1rem; }
  .lines { font-size: 0.8rem; }
}
@media print { .tape, .picker, .skip, #enter { display: none; } }
`;

/** In the address of the style sheet: a new sheet is fetched at once, an old one is kept. */
export const styleVersion = createHash('sha256').update(styleSheet).digest('hex').slice(0, 10);

/** Style sheets of the API reference and the documentation, light and dark. */

/** The file of the dashboard's font under /assets. */
export const FONT = 'inter-v1.woff2'

/** `font-display: optional`, because a font that arrives late would shift the text. The pages preload the font. */
export const STYLE = `
@font-face { font-family: Inter; src: url("/assets/${FONT}") format("woff2"); font-weight: 400 700; font-display: optional; }
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #333a44); --soft: light-dark(#f4f6f8, #1b2027);
  --ink: light-dark(#1b2027, #e6e9ed); --quiet: light-dark(#566070, #9aa5b4); --mark: light-dark(#3446d6, #98a6ff); }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; font: 15px/1.5 Inter, system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #12161b); }
a { color: var(--mark); text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
a:focus-visible, input:focus-visible, button:focus-visible, pre:focus-visible, .table:focus-visible
  { outline: 2px solid var(--mark); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; z-index: 2; padding: .75rem 1rem; background: var(--soft); } .skip:focus { left: 0; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1rem; height: 3.5rem; padding: 0 1.5rem;
  background: light-dark(#fff, #12161b); border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: .5rem; color: var(--ink); } .brand b { font-weight: 600; } .brand span { color: var(--quiet); }
.brand svg { width: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.6; }
.back { margin-left: auto; font-weight: 500; white-space: nowrap; } header form + .back { margin-left: 0; }
.menu { display: none; }
form { flex: 1; max-width: 20rem; min-width: 0; margin: 0 0 0 auto; }
input { width: 100%; font: inherit; font-size: 14px; color: inherit; background: var(--soft); border: 1px solid var(--quiet); border-radius: 6px;
  padding: .3rem .75rem; min-height: 2.25rem; box-sizing: border-box; }
.page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav { position: sticky; top: 3.5rem; align-self: start; display: block; inset: auto; width: auto; margin: 0; border: 0; color: inherit; background: none;
  height: calc(100vh - 3.5rem); overflow: auto; padding: 1rem 1.5rem 2rem; box-sizing: border-box; font-size: 14px; }
nav, aside { border-color: var(--line); } nav { inset: 3.5rem auto auto; }
nav h2, aside h2 { font-size: 13px; font-weight: 600; color: var(--ink); margin: 1.25rem 0 .25rem; }
nav ul, aside ul { list-style: none; margin: 0; padding: 0; }
main { padding: 2rem 2rem 6rem; min-width: 0; max-width: 60rem; }
section.operation { border-top: 1px solid var(--line); padding: 1.25rem 0; scroll-margin-top: 1rem; }
h1 { margin: 0 0 .5rem; letter-spacing: -.02em; } h2 { margin: 2.5rem 0 .5rem; } h3 { margin: 0; font-size: 1.1rem; } h4 { margin: 1rem 0 .25rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow: auto; }
small, em { color: var(--quiet); } .method { font-weight: 700; }
nav a, aside a { display: block; padding: .1875rem 0; color: var(--quiet); } nav a:hover, aside a:hover { color: var(--ink); }
.code { position: relative; margin: 1rem 0; } .code pre { margin: 0; }
.code .copy { position: absolute; top: .375rem; right: .375rem; padding: .125rem .5rem; min-height: 1.625rem; font: 12px/1.5 Inter, sans-serif;
  color: var(--quiet); background: var(--soft); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.code .copy:hover { color: var(--ink); } .code:has(> .copy) pre { padding-right: 4.5rem; }
.tabs { display: flex; gap: .25rem; margin: 1rem 0 0; } .tabs + .code, .tabs ~ .code { margin-top: .5rem; }
.tabs button { border: 0; background: none; font: 500 14px/1.5 Inter, sans-serif; color: var(--quiet); padding: .25rem .625rem;
  border-radius: 6px; min-height: 1.75rem; cursor: pointer; }
.tabs button[aria-selected="true"] { background: var(--soft); color: var(--ink); }
ul.fields { list-style: none; margin: .25rem 0; padding-left: 1rem; border-left: 2px solid var(--line); }
ul.fields li { margin: .25rem 0; }
@media (max-width: 56rem) { .page { display: block; } main { padding: 1.25rem 1rem 4rem; } header { gap: .75rem; padding: 0 1rem; }
  .menu { display: block; padding: 0 .75rem; min-height: 2.25rem; font: 500 14px/1.5 Inter, sans-serif; color: var(--ink); background: var(--soft);
    border: 1px solid var(--line); border-radius: 6px; }
  nav:not(:popover-open) { display: none; }
  nav:popover-open { position: fixed; inset: 3.5rem 0 0; background: light-dark(#fff, #12161b); font-size: 15px; }
  nav a { padding: .5rem 0; } .code .copy { min-height: 2rem; } pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
@media (max-width: 35rem) { .brand b, .brand:has(~ form) span { display: none; } }
`

/** The reference style plus styles for documents. */
export const DOCS_STYLE = `${STYLE}
body { line-height: 1.65; } main { max-width: 48rem; width: 100%; box-sizing: border-box; justify-self: center; }
.page { grid-template-columns: 16rem minmax(0, 1fr) 15rem; }
aside { grid-column: 3; grid-row: 1; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow: auto;
  padding: 1rem 1.5rem 2rem 0; box-sizing: border-box; font-size: 13px; }
main a { text-decoration: underline; text-underline-offset: 2px; }
main h3 { margin: 2rem 0 .5rem; }
a.anchor { color: var(--quiet); text-decoration: none; opacity: 0; font-weight: 400; padding: 0 .25rem; }
h2:hover a.anchor, h3:hover a.anchor, h4:hover a.anchor, a.anchor:focus-visible { opacity: 1; }
:target:not(main) { background: var(--soft); box-shadow: -.5rem 0 var(--soft), -.625rem 0 var(--mark); }
nav a[aria-current] { font-weight: 600; color: var(--ink); }
nav ul ul { display: none; padding-left: .75rem; border-left: 2px solid var(--line); margin: .25rem 0 .5rem; }
.table { overflow-x: auto; margin: 1rem 0; } table { border-collapse: collapse; font-size: 14px; }
table { width: 100%; } th { color: var(--quiet); font-size: 13px; font-weight: 500; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: normal; } .found { margin: 1rem 0; } .found p { margin: .1rem 0; }
footer { margin-top: 4rem; color: var(--quiet); font-size: 14px; }
main { grid-column: 2; } nav { grid-column: 1; grid-row: 1; } h3 code, h4 code { font-size: 15px; font-weight: 600; }
.turn { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-bottom: 1.5rem; } .turn small { display: block; }
.turn a { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; font-weight: 500; }
.turn a:hover { border-color: var(--quiet); } .turn a:last-child { grid-column: 2; text-align: right; }
@media (max-width: 75rem) { .page { grid-template-columns: 16rem minmax(0, 1fr); } aside { display: none; } nav ul ul { display: block; } }
@media (max-width: 56rem) { main { max-width: none; } .turn a { padding: .75rem; } th, td { padding-right: .5rem; } }
@media print { header, nav, aside, footer, .anchor, .copy { display: none; } .page { display: block; } }
`

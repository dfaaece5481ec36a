/** Style sheets of the API reference and the documentation, light and dark. */

/** The file of the dashboard's font under /assets. */
export const FONT = 'inter-v1.woff2'

/** The font is optional because a late one would move the text; the pages preload it. */
export const STYLE = `
@font-face { font-family: Inter; src: url("/assets/${FONT}") format("woff2"); font-weight: 400 700; font-display: optional; }
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #333a44); --soft: light-dark(#f4f6f8, #1b2027);
  --ink: light-dark(#1b2027, #e6e9ed); --quiet: light-dark(#566070, #9aa5b4); --mark: light-dark(#3446d6, #98a6ff); }
body { margin: 0; font: 15px/1.5 Inter, system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #12161b); }
a { color: var(--mark); text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem;
  box-sizing: border-box; border-right: 1px solid var(--line); font-size: 14px; }
nav h2 { font-size: 13px; color: var(--quiet); margin: 1rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
main { padding: 1.5rem 2rem 6rem; min-width: 0; }
section.operation { border-top: 1px solid var(--line); padding: 1.25rem 0; scroll-margin-top: 1rem; }
h1 { margin: 0 0 .5rem; letter-spacing: -.02em; } h2 { margin: 2.5rem 0 .5rem; } h3 { margin: 0; font-size: 1.1rem; } h4 { margin: 1rem 0 .25rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow: auto; }
small, em { color: var(--quiet); } .method { font-weight: 700; }
.home { margin: 0 0 .75rem; } .title { margin: 0 0 1rem; font-weight: 600; } .title a { color: var(--ink); }
nav a { color: var(--quiet); } nav a:hover { color: var(--ink); }
.code { position: relative; margin: 1rem 0; } .code pre { margin: 0; }
.code .copy { position: absolute; top: .375rem; right: .375rem; padding: .125rem .5rem; min-height: 1.625rem; font: 12px/1.5 Inter, sans-serif;
  color: var(--quiet); background: var(--soft); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; opacity: 0; }
.code:hover .copy, .code .copy:focus-visible { opacity: 1; } .code .copy:hover { color: var(--ink); }
@media (hover: none) { .code .copy { opacity: 1; } }
.tabs { display: flex; gap: .25rem; margin: 1rem 0 0; } .tabs + .code, .tabs ~ .code { margin-top: .5rem; }
.tabs button { border: 0; background: none; font: 500 14px/1.5 Inter, sans-serif; color: var(--quiet); padding: .25rem .625rem;
  border-radius: 6px; min-height: 1.75rem; cursor: pointer; }
.tabs button[aria-selected="true"] { background: var(--soft); color: var(--ink); }
ul.fields { list-style: none; margin: .25rem 0; padding-left: 1rem; border-left: 2px solid var(--line); }
ul.fields li { margin: .25rem 0; }
@media (max-width: 50rem) { .page { display: block; } nav { position: static; max-height: none; border: 0; } main { padding: 1rem; } }
`

/** The reference style plus styles for documents. */
export const DOCS_STYLE = `${STYLE}
body { line-height: 1.6; } main { max-width: 46rem; }
a:focus-visible, input:focus-visible, button:focus-visible, pre:focus-visible, .table:focus-visible
  { outline: 2px solid var(--mark); outline-offset: 2px; }
main a { text-decoration: underline; text-underline-offset: 2px; }
main h2, main h3, main h4 { scroll-margin-top: 1rem; } main h3 { margin: 2rem 0 .5rem; }
a.anchor { color: var(--quiet); text-decoration: none; opacity: 0; font-weight: 400; padding: 0 .25rem; }
h2:hover a.anchor, h3:hover a.anchor, h4:hover a.anchor, a.anchor:focus-visible { opacity: 1; }
:target { background: var(--soft); box-shadow: -.5rem 0 var(--soft), -.625rem 0 var(--mark); }
nav a[aria-current] { font-weight: 600; color: var(--ink); }
nav ul ul { padding-left: .75rem; border-left: 2px solid var(--line); margin: .25rem 0 .5rem; }
nav li { margin: .2rem 0; }
form { display: flex; gap: .5rem; margin: 0 0 .5rem; }
input, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--quiet); border-radius: 6px;
  padding: .3rem .5rem; min-height: 2rem; box-sizing: border-box; }
input { min-width: 0; flex: 1; } button { cursor: pointer; }
.table { overflow-x: auto; margin: 1rem 0; } table { border-collapse: collapse; font-size: 14px; }
table { width: 100%; } th { color: var(--quiet); font-size: 13px; font-weight: 500; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: normal; } .found { margin: 1rem 0; } .found p { margin: .1rem 0; }
footer { margin-top: 4rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--quiet); font-size: 14px; }
main { grid-column: 2; } nav { grid-column: 1; grid-row: 1; } h3 code, h4 code { font-size: 15px; font-weight: 600; }
.to-contents { position: absolute; left: -999rem; padding: 1rem; } .to-contents:focus { left: 0; top: 0; background: var(--soft); }
@media (max-width: 50rem) { .to-contents, .to-contents:focus { position: static; display: block; background: none; } }
@media print { nav, footer, .anchor { display: none; } .page { display: block; } }
`

/** How the documentation looks: the reference's style with what only documents have. */

import { STYLE } from '../reference/style.ts'

export const DOCS_STYLE = `${STYLE}
body { line-height: 1.6; } main { max-width: 46rem; }
a:focus-visible, input:focus-visible, button:focus-visible, pre:focus-visible, .table:focus-visible
  { outline: 2px solid var(--mark); outline-offset: 2px; }
main a { text-decoration: underline; text-underline-offset: 2px; }
main h2, main h3, main h4 { scroll-margin-top: 1rem; } main h3 { margin: 2rem 0 .5rem; }
a.anchor { color: var(--quiet); text-decoration: none; opacity: 0; font-weight: 400; padding: 0 .25rem; }
h2:hover a.anchor, h3:hover a.anchor, h4:hover a.anchor, a.anchor:focus-visible { opacity: 1; }
:target { background: var(--soft); box-shadow: -.5rem 0 var(--soft), -.625rem 0 var(--mark); }
nav a[aria-current] { font-weight: 700; color: var(--ink); }
nav ul ul { padding-left: .75rem; border-left: 2px solid var(--line); margin: .25rem 0 .5rem; }
nav li { margin: .2rem 0; }
form { display: flex; gap: .5rem; margin: 0 0 .5rem; }
input, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--quiet); border-radius: 6px;
  padding: .3rem .5rem; min-height: 2rem; box-sizing: border-box; }
input { min-width: 0; flex: 1; } button { cursor: pointer; }
.table { overflow-x: auto; margin: 1rem 0; } table { border-collapse: collapse; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: normal; } .found { margin: 1rem 0; } .found p { margin: .1rem 0; }
footer { margin-top: 4rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--quiet); font-size: 14px; }
main { grid-column: 2; } nav { grid-column: 1; grid-row: 1; } h3 code, h4 code { font-size: 15px; font-weight: 600; }
.to-contents { position: absolute; left: -999rem; padding: 1rem; } .to-contents:focus { left: 0; top: 0; background: var(--soft); }
@media (max-width: 50rem) { .to-contents, .to-contents:focus { position: static; display: block; background: none; } }
@media print { nav, footer, .anchor { display: none; } .page { display: block; } }
`

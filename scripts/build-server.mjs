/** Bundles the server into a folder: `bun scripts/build-server.mjs server/dist/<name>`. See bin/server-bundle.mjs. */

import { relative, resolve, sep } from 'node:path'
import { adaptSources, entryPoints } from './bundle-sources.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'

const outdir = resolve(process.argv[2])
const toProject = `${relative(outdir, PROJECT_FOLDER).split(sep).join('/')}/`
const result = await Bun.build({
  entrypoints: entryPoints(),
  outdir,
  target: 'bun',
  format: 'esm',
  // Code that is loaded on demand stays in files of its own.
  splitting: true,
  naming: { entry: '[name].[ext]', chunk: 'chunk-[hash].[ext]' },
  // Whitespace and names stay, so that stack traces can be read.
  minify: { syntax: true },
  plugins: [adaptSources(toProject)],
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)

/** Builds dashboard/dist: scripts and styles with hashed names, the rendered documentation, and index.html last. */

import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib'
import { version } from '../package.json'
import { chunkImports, type ModuleGraph } from './dashboard-chunks.ts'
import { buildDocsSite } from './docs-site/build-docs-site.ts'
import { FONT } from './docs-site/style.ts'

const ROOT = resolve(import.meta.dir, '..')
const SOURCE = join(ROOT, 'dashboard/src')
const OUTPUT = join(ROOT, 'dashboard/dist')
const ASSETS = join(OUTPUT, 'assets')
const TEMPORARY = join(ROOT, 'tmp')

const MAIN = 'dashboard/src/main.tsx'
const SHELL = 'dashboard/src/app/shell/shell.tsx'
/** The first page after sign-in. It loads no shared files, only main, the shell and its own file. */
const FIRST_PAGE = 'dashboard/src/pages/overview/page.tsx'
/** Maximum number of shared files that any other page loads. */
const MAX_SHARED = 3

const gzipped = promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip)
const brotlied = promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliCompress)
/** Larger files are compressed less: only the editor is larger, few pages load it, and the best level takes seconds. */
const MAX_BEST_BYTES = 200_000

type Asset = { readonly name: string; readonly bytes: Uint8Array }

const startedAtMs = performance.now()
// The paths in the bundler's metafile are relative to the current folder.
process.chdir(ROOT)
await mkdir(ASSETS, { recursive: true })
await mkdir(TEMPORARY, { recursive: true })
/** Outside the output, because `npm pack` fails if a file disappears. In the project, to be on the same file system. */
const drafts = await mkdtemp(join(TEMPORARY, 'dashboard-'))
process.once('exit', () => rmSync(drafts, { recursive: true, force: true }))
const scripts = await buildScripts()
/** Its name has a version instead of a hash, because the documentation uses it too. */
const font = { name: FONT, bytes: await Bun.file(join(SOURCE, 'design/font', FONT)).bytes() }
const style = await buildStyle(font.name)
const icon = await Bun.file(join(SOURCE, 'icon.svg')).text()
const assets = [...scripts.assets, style, font]
await Promise.all(assets.map(writeAsset))
await writeWhole(join(OUTPUT, 'docs.json'), encoded(JSON.stringify(await buildDocsSite())))
await writeWhole(join(OUTPUT, 'preloads.json'), encoded(JSON.stringify(scripts.preloads)))
await writeIndex({
  main: `/assets/${scripts.main}`,
  style: `/assets/${style.name}`,
  icon: `data:image/svg+xml,${encodeURIComponent(icon.trim())}`,
  font: `/assets/${font.name}`,
  version,
})
await removeStale(new Set(assets.map((asset) => asset.name)))
console.log(`dashboard: ${assets.length} files in ${Math.round(performance.now() - startedAtMs)} ms`)

type Bundle = Awaited<ReturnType<typeof bundle>>

type Scripts = {
  readonly main: string
  readonly assets: readonly Asset[]
  /** For each page, such as `/overview`, the files that a signed-in browser loads besides main. */
  readonly preloads: Readonly<Record<string, readonly string[]>>
}

/** Bundles twice: only the first result shows which pages share which modules. */
async function buildScripts(): Promise<Scripts> {
  const shared = chunkImports(graphOf(await bundle(new Map())), {
    main: MAIN,
    shell: SHELL,
    maxShared: (page) => (page === FIRST_PAGE ? 0 : MAX_SHARED),
  })
  const built = await bundle(shared)
  const texts = new Map(
    await Promise.all(built.outputs.map(async (one) => [baseName(one.path), await one.text()] as const)),
  )
  const main = fileOf(built, MAIN)
  const mainText = texts.get(main) ?? ''
  const facade = fileOf(built, SHELL)
  const shell = readFacade(texts.get(facade) ?? '')
  const loading = `import("/assets/${facade}")`
  if (!mainText.includes(loading)) throw new Error(`${main} does not load ${facade}.`)
  texts.set(main, mainText.replace(loading, `import("/assets/${shell.file}").then((all)=>({Shell:all.${shell.name}}))`))
  texts.delete(facade)
  return {
    main,
    assets: [...texts].map(([name, text]) => ({ name, bytes: encoded(text) })),
    preloads: preloadsOf(built, main),
  }
}

/** `more`: additional modules that each entry must import. */
async function bundle(more: ReadonlyMap<string, readonly string[]>) {
  const built = await Bun.build({
    entrypoints: [resolve(ROOT, MAIN)],
    root: ROOT,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    publicPath: '/assets/',
    naming: { entry: 'main-[hash].[ext]', chunk: 'part-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    plugins: [
      {
        name: 'chunks',
        setup(build) {
          build.onLoad({ filter: /dashboard[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
            const own = more.get(projectPath(path)) ?? []
            const imports = own.map((one) => `import ${JSON.stringify(resolve(ROOT, one))}\n`)
            const loader = path.endsWith('x') ? 'tsx' : 'ts'
            return { loader, contents: imports.join('') + (await Bun.file(path).text()) }
          })
        },
      },
    ],
  })
  if (!built.metafile) throw new Error('The build made no metafile.')
  return { outputs: built.outputs, metafile: built.metafile }
}

function graphOf({ metafile: { inputs, outputs } }: Bundle): ModuleGraph {
  const bytes = new Map<string, number>()
  for (const output of Object.values(outputs))
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) bytes.set(path, bytesInOutput)
  return new Map(
    Object.entries(inputs).map(([path, { imports }]) => [
      path,
      {
        bytes: bytes.get(path) ?? 0,
        imports: imports.filter(({ kind }) => kind !== 'dynamic-import').map((one) => one.path),
        // For these imports, `path` is the output file. The module is in `entryPoint`, which the types lack.
        dynamicImports: imports.flatMap((one) => ('entryPoint' in one ? [String(one.entryPoint)] : [])),
      },
    ]),
  )
}

function fileOf({ metafile: { outputs } }: Bundle, entry: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)
  if (!found) throw new Error(`The build made no file for ${entry}.`)
  return baseName(found[0])
}

/**
 * The shell shares its file with modules that every page imports. The bundler then writes an extra file that only
 * re-exports the shell. Main skips that file, which saves a request.
 */
function readFacade(text: string): { readonly file: string; readonly name: string } {
  const [, name, file] = /import\{(\w+)(?: as \w+)?\}from"\/assets\/([^"]+)";?export\{\w+ as Shell\}/.exec(text) ?? []
  if (file === undefined || name === undefined)
    throw new Error(`The shell has a file of its own: ${text.slice(0, 200)}`)
  return { file, name }
}

function preloadsOf({ metafile: { outputs } }: Bundle, main: string): Scripts['preloads'] {
  const preloads: Record<string, readonly string[]> = {}
  for (const [path, { entryPoint, imports }] of Object.entries(outputs)) {
    const [, page] = /^dashboard\/src\/pages\/([a-z-]+)\/page\.tsx$/.exec(entryPoint ?? '') ?? []
    if (page === undefined) continue
    const needed = imports.filter(({ kind }) => kind === 'import-statement').map((one) => baseName(one.path))
    preloads[`/${page}`] = [...needed, baseName(path)].filter((name) => name !== main)
  }
  return preloads
}

function projectPath(path: string): string {
  return relative(ROOT, path).replaceAll('\\', '/')
}

/** Inlined in the head, so that it runs before the first paint. The server allows it by its hash. */
async function inlineTheme(): Promise<string> {
  const entrypoints = [join(SOURCE, 'theme-boot.ts')]
  const built = await Bun.build({ entrypoints, target: 'browser', format: 'iife', minify: true })
  const [output] = built.outputs
  if (!output) throw new Error('The build made no theme script.')
  return `<script>${(await output.text()).trim()}</script>`
}

/** Concatenates all style sheets in order of their paths; they are small enough for one file. */
async function buildStyle(font: string): Promise<Asset> {
  const all = await readdir(SOURCE, { recursive: true })
  const sheets = all.filter((path) => path.endsWith('.css')).sort()
  const texts = await Promise.all(sheets.map((path) => Bun.file(join(SOURCE, path)).text()))
  const whole = join(drafts, 'style.css')
  await Bun.write(whole, texts.join('\n').replace('{{font}}', `/assets/${font}`))
  const built = await Bun.build({ entrypoints: [whole], minify: true, external: ['/assets/*'] })
  const [output] = built.outputs
  if (!output) throw new Error('The build made no style sheet.')
  return hashed('style', 'css', await bytesOf(output))
}

function hashed(stem: string, ending: string, bytes: Uint8Array): Asset {
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8)
  return { name: `${stem}-${hash}.${ending}`, bytes }
}

async function writeAsset({ name, bytes }: Asset): Promise<void> {
  const path = join(ASSETS, name)
  const quality = bytes.length > MAX_BEST_BYTES ? 9 : constants.BROTLI_MAX_QUALITY
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  await Promise.all([
    writeWhole(path, bytes),
    gzipped(bytes, { level: 9 }).then((packed) => writeWhole(`${path}.gz`, packed)),
    brotlied(bytes, options).then((packed) => writeWhole(`${path}.br`, packed)),
  ])
}

/** Replaced atomically after all files it refers to exist. */
async function writeIndex(values: Readonly<Record<string, string>>): Promise<void> {
  let page = await Bun.file(join(SOURCE, 'index.html')).text()
  page = page.replace('<!--theme-->', await inlineTheme())
  for (const [slot, text] of Object.entries(values)) page = page.replace(`{{${slot}}}`, () => text)
  await writeWhole(join(OUTPUT, 'index.html'), encoded(page))
}

/** Written atomically, because a gateway may be serving and another build may be running. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = join(drafts, baseName(path))
  await Bun.write(draft, bytes)
  await rename(draft, path)
}

async function removeStale(kept: ReadonlySet<string>): Promise<void> {
  const present = await readdir(ASSETS)
  const stale = present.filter((name) => !kept.has(name.replace(/\.(gz|br)$/, '')))
  await Promise.all(stale.map((name) => rm(join(ASSETS, name), { force: true })))
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

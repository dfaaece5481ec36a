/** Builds dashboard/dist: scripts and styles with hashed names, the rendered documentation, and index.html last. */

import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { version } from '../package.json'
import { buildDocsSite } from './docs-site/build-docs-site.ts'
import { FONT } from './docs-site/style.ts'

const SOURCE = resolve(import.meta.dir, '../dashboard/src')
const OUTPUT = resolve(import.meta.dir, '../dashboard/dist')
const ASSETS = join(OUTPUT, 'assets')

type Asset = { readonly name: string; readonly bytes: Uint8Array }

const startedAtMs = performance.now()
await mkdir(ASSETS, { recursive: true })
const scripts = await buildScripts()
const theme = await buildTheme()
/** Its name has a version instead of a hash, because the documentation uses it too. */
const font = { name: FONT, bytes: await Bun.file(join(SOURCE, 'design/font', FONT)).bytes() }
const style = await buildStyle(font.name)
const icon = hashed('icon', 'svg', await Bun.file(join(SOURCE, 'icon.svg')).bytes())
const assets = [...scripts.assets, theme, style, icon, font]
await Promise.all(assets.map(writeAsset))
await writeWhole(join(OUTPUT, 'docs.json'), new TextEncoder().encode(JSON.stringify(await buildDocsSite())))
await writeIndex({ main: scripts.main, theme: theme.name, style: style.name, icon: icon.name, font: font.name })
await removeStale(new Set(assets.map((asset) => asset.name)))
console.log(`dashboard: ${assets.length} files in ${Math.round(performance.now() - startedAtMs)} ms`)

async function buildScripts(): Promise<{ readonly main: string; readonly assets: readonly Asset[] }> {
  const built = await Bun.build({
    entrypoints: [join(SOURCE, 'main.tsx')],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    publicPath: '/assets/',
    naming: { entry: 'main-[hash].[ext]', chunk: 'part-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  })
  const main = built.outputs.find((output) => output.kind === 'entry-point')
  if (!main) throw new Error('The build made no entry script.')
  const assets = await Promise.all(
    built.outputs.map(async (output) => ({ name: baseName(output.path), bytes: await bytesOf(output) })),
  )
  return { main: baseName(main.path), assets }
}

/** A classic script in the head, so that it runs before the first paint. */
async function buildTheme(): Promise<Asset> {
  const entrypoints = [join(SOURCE, 'theme-boot.ts')]
  const built = await Bun.build({ entrypoints, target: 'browser', format: 'iife', minify: true })
  const [output] = built.outputs
  if (!output) throw new Error('The build made no theme script.')
  return hashed('theme', 'js', await bytesOf(output))
}

/** Concatenates all style sheets in order of their paths; they are small enough for one file. */
async function buildStyle(font: string): Promise<Asset> {
  const all = await readdir(SOURCE, { recursive: true })
  const sheets = all.filter((path) => path.endsWith('.css')).sort()
  const texts = await Promise.all(sheets.map((path) => Bun.file(join(SOURCE, path)).text()))
  const whole = join(OUTPUT, `style.${process.pid}.css`)
  await Bun.write(whole, texts.join('\n').replace('{{font}}', `/assets/${font}`))
  const built = await Bun.build({ entrypoints: [whole], minify: true, external: ['/assets/*'] })
  await rm(whole)
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
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  await Promise.all([
    writeWhole(path, bytes),
    writeWhole(`${path}.gz`, gzipSync(bytes, { level: 9 })),
    writeWhole(`${path}.br`, brotliCompressSync(bytes, quality)),
  ])
}

/** Replaced atomically after all files it refers to exist. */
async function writeIndex(names: Readonly<Record<string, string>>): Promise<void> {
  let page = await Bun.file(join(SOURCE, 'index.html')).text()
  for (const [slot, name] of Object.entries(names)) page = page.replace(`{{${slot}}}`, `/assets/${name}`)
  await writeWhole(join(OUTPUT, 'index.html'), new TextEncoder().encode(page.replace('{{version}}', version)))
}

/** Written atomically, because a gateway may be serving and another build may be running. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  await Bun.write(draft, bytes)
  await rename(draft, path)
}

async function removeStale(kept: ReadonlySet<string>): Promise<void> {
  const present = await readdir(ASSETS)
  const stale = present.filter((name) => !kept.has(name.replace(/\.(gz|br)$/, '')) && !name.endsWith('.draft'))
  await Promise.all(stale.map((name) => rm(join(ASSETS, name), { force: true })))
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

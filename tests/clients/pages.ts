/** Reads a page of docs/clients/: packages to install, settings files, and the program or commands to run. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, blocksOf, ROOT } from '../docs/blocks.ts'
import type { Upstream } from './scene.ts'
import type { Tap } from './tap.ts'

const WRITTEN_URL = 'http://127.0.0.1:8787'
/** For clients that insist on TLS. */
const WRITTEN_TLS_URL = 'https://gateway.example.com'
/** The virtual keys that the pages name, one per dialect, and a model of each. */
const MODELS: Readonly<Partial<Record<Upstream, string>>> = {
  openai: '@openai-main/gpt-5.1',
  anthropic: '@anthropic-main/claude-sonnet-4-5',
  google: '@google-main/gemini-3-pro-preview',
}

export type Language = 'python' | 'ts' | 'sh'
export type Installer = 'npm' | 'pip'

export type Page = {
  readonly name: string
  readonly install: Readonly<Partial<Record<Installer, readonly string[]>>>
  /** Settings files by path; `~/` is the home folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /** The blocks of each language, in order, as one program. */
  readonly programs: ReadonlyMap<Language, string>
}

export function pageNames(): string[] {
  return readdirSync(join(ROOT, 'docs', 'clients'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort()
}

export function readPage(name: string): Page {
  const blocks = blocksOf(`docs/clients/${name}.md`)
  const programs = new Map<Language, string>()
  for (const language of ['python', 'ts', 'sh'] as const) {
    const own = blocks.filter((block) => block.language === language && block.marks.length === 0)
    if (own.length > 0) programs.set(language, own.map(({ code }) => code).join('\n'))
  }
  const files = blocks.flatMap(({ marks, code }) => {
    const path = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
    return path === undefined ? [] : [{ path, text: code }]
  })
  return { name, install: installsIn(blocks), files, programs }
}

/** The same text for another gateway and another provider. */
export function adapt(text: string, { url, tlsUrl }: Pick<Tap, 'url' | 'tlsUrl'>, dialect: Upstream): string {
  const { host } = new URL(url)
  return text
    .replaceAll(WRITTEN_TLS_URL, tlsUrl)
    .replaceAll(WRITTEN_URL, url)
    .replaceAll(new URL(WRITTEN_URL).host, host)
    .replaceAll(/@(openai|anthropic|google)-main\/[a-z0-9.-]*[a-z0-9]/g, (name) => MODELS[dialect] ?? name)
}

function installsIn(blocks: readonly Block[]): Page['install'] {
  const found: Partial<Record<Installer, string[]>> = {}
  for (const { language, marks, code } of blocks) {
    if (language !== 'sh' || !marks.includes('no-run')) continue
    for (const [, tool = '', packages = ''] of code.matchAll(/^(npm|pip) install(?: -g)? (.+)$/gm)) {
      found[tool as Installer] = packages.split(' ').map((one) => one.replaceAll(/^['"]|['"]$/g, ''))
    }
  }
  return found
}

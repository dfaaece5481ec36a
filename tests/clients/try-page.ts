/** Runs the program or the commands of a page against one dialect. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { CLIENTS, NOTE } from './clients.ts'
import type { Installed } from './install.ts'
import { judge, type Run } from './judge.ts'
import { adapt, type Language, type Page } from './pages.ts'
import type { Scene, Upstream } from './scene.ts'

const FILES: Readonly<Record<Language, string>> = { python: 'page.py', ts: 'page.mts', sh: 'page.sh' }

/** Makes Node and Python trust a certificate. */
function trusting(certificate: string): Record<string, string> {
  return { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate }
}

/** Everything that went wrong; empty if the page works. */
export async function tryPage(
  scene: Scene,
  page: Page,
  language: Language,
  dialect: Upstream,
  { folder, bin, typescript = 'node' }: Pick<Installed, 'folder' | 'bin'> & { readonly typescript?: string },
): Promise<string[]> {
  // For Node, inside the folder of the packages, so that it finds them.
  const home = mkdtempSync(join(language === 'ts' ? folder : tmpdir(), 'gatehouse-client-'))
  const project = join(home, 'project')
  const adapted = (text: string) => adapt(text, scene.tap, dialect)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const prepare = (): Run => {
    write(join(project, 'note.txt'), `${NOTE}\n`)
    for (const { path, text } of page.files) write(path.replace(/^~/, home), adapted(text))
    const program = join(project, FILES[language])
    const strict = language === 'sh' ? 'set -euo pipefail\n' : ''
    write(program, strict + adapted(page.programs.get(language) ?? ''))
    const commands = { python: 'python', ts: typescript, sh: 'bash' }
    return {
      command: ['/usr/bin/env', commands[language], program],
      cwd: project,
      environment: {
        HOME: home,
        PATH: [...bin, process.env['PATH'] ?? ''].join(delimiter),
        ...(dialect === 'realtime' && trusting(scene.tap.certificate)),
      },
    }
  }
  try {
    return await judge(scene, dialect, CLIENTS[page.name]!.expected(project), prepare)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

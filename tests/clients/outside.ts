/** Detects connections of a client to other hosts, with a proxy that refuses them and preloads for Node and Python. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PRELOAD = join(import.meta.dir, 'preload')

export interface Outside extends Disposable {
  readonly environment: Readonly<Record<string, string>>
  /** The hosts that the client wanted to reach, each once. */
  hosts(): string[]
}

export function watchOutside(): Outside {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-outside-'))
  const file = join(folder, 'hosts')
  writeFileSync(file, '')
  const asked = new Set<string>()
  const proxy = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        const [, target = 'unknown'] = /^[A-Z]+ (?:https?:\/\/)?([^\s/:]+)/.exec(bytes.toString('latin1')) ?? []
        asked.add(target)
        socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      },
    },
  })
  const address = `http://127.0.0.1:${proxy.port}`
  return {
    environment: {
      GATEHOUSE_OUTSIDE_FILE: file,
      NODE_OPTIONS: `--import=${join(PRELOAD, 'refuse-outside.mjs')}`,
      PYTHONPATH: PRELOAD,
      HTTP_PROXY: address,
      HTTPS_PROXY: address,
      http_proxy: address,
      https_proxy: address,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    },
    hosts: () => [...new Set([...asked, ...readFileSync(file, 'utf8').split('\n').filter(Boolean)])].sort(),
    [Symbol.dispose]() {
      proxy.stop(true)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the processes under test: the bare relay, the gateway with all features, and nginx if installed. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPort } from '../simulators/new-port.ts'
import type { LoadTarget } from './load/spec.ts'
import { startAnnounced, startPinned } from './pinned-process.ts'
import { childOf } from './process-meter.ts'

export type Subject = LoadTarget & {
  readonly name: string
  readonly pid: number
  stop(): Promise<void>
}

export type StartSubject = (upstream: string) => Promise<Subject>

export const ADMIN_KEY = 'bench-admin-key-00000001'
const GATEWAY_KEY = 'bench-workspace-key-0001'
export const PROJECT = join(import.meta.dir, '..')

export const startBareRelay: StartSubject = async (upstream) => {
  const relay = await startAnnounced('measured', [process.execPath, join(import.meta.dir, 'bare-relay.ts'), upstream])
  return { name: 'bare relay', pid: relay.pid, url: relay.url, headers: {}, stop: relay.stop }
}

/** Starts the launcher of a checkout. The process id is that of the server it starts. */
export async function startGateway(
  upstream: string,
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
  checkout = PROJECT,
): Promise<Subject> {
  const started = await startAnnounced('measured', ['node', join(checkout, 'bin', 'gatehouse.mjs'), 'start'], {
    GATEWAY_PORT: '0',
    GATEWAY_ANNOUNCE: 'json',
    GATEWAY_DATA_DIR: dataFolder,
    GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
    GATEWAY_WORKSPACE_API_KEY: GATEWAY_KEY,
    ...environment,
  })
  const target = { provider: 'openai-compatible', custom_host: `${upstream}/v1`, api_key: 'sk-bench' }
  const headers = { 'x-gateway-api-key': GATEWAY_KEY, 'x-gateway-config': JSON.stringify(target) }
  return { name: 'gatehouse', pid: childOf(started.pid), url: started.url, headers, stop: started.stop }
}

export const startFreshGateway: StartSubject = (upstream) => startCheckout(upstream, PROJECT)

export async function startCheckout(
  upstream: string,
  checkout: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const gateway = await startGateway(upstream, folder, environment, checkout)
  return {
    ...gateway,
    async stop() {
      await gateway.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const NGINX = Bun.which('nginx')

/** nginx tuned for this load: one worker, no log, no buffering, upstream keep-alive. */
export const startNginx: StartSubject = async (upstream) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-nginx-'))
  const port = newPort()
  writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(new URL(upstream).host, port))
  const nginx = startPinned('measured', [NGINX ?? 'nginx', '-p', folder, '-c', 'nginx.conf', '-e', 'stderr'])
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url, { method: 'HEAD' }).catch(() => null))) await Bun.sleep(20)
  return {
    name: 'nginx',
    pid: nginx.pid,
    url,
    headers: {},
    async stop() {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function nginxConfiguration(upstreamHost: string, port: number): string {
  return `daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  upstream provider { server ${upstreamHost}; keepalive 512; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering off; proxy_read_timeout 600s;
    }
  }
}
`
}

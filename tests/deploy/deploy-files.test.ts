import { expect, test } from 'bun:test'
import { isIP, isIPv4 } from 'node:net'
import { join } from 'node:path'
import { version } from '../../package.json'
import { projectFiles } from '../../scripts/project-files.mjs'

const ROOT = join(import.meta.dir, '..', '..')
const read = (path: string) => Bun.file(join(ROOT, path)).text()
const readYaml = async (path: string) => Bun.YAML.parse(await read(path)) as Record<string, unknown>

const SETTINGS: ReadonlySet<string> = new Set(settingsIn(await read('docs/settings.md')))

function settingsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:GATEWAY_[A-Z_]+|DATABASE_URL|REDIS_URL)\b/g)].map(([name]) => name)
}

test.each([
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/gatehouse.service',
  'deploy/helm/gatehouse/values.yaml',
])('%s names only settings that exist', async (path) => {
  expect(settingsIn(await read(path)).filter((name) => !SETTINGS.has(name))).toEqual([])
})

test('the image is built from the lockfile, runs without root and has its data in a volume', async () => {
  const lines = (await read('deploy/Dockerfile')).split('\n')
  const last = lines.findLastIndex((line) => line.startsWith('FROM '))
  const final = lines.slice(last)
  expect(lines.slice(0, last).join('\n')).toContain('RUN npm ci --ignore-scripts')
  expect(final.some((line) => /^USER [1-9][0-9]*:[1-9][0-9]*$/.test(line))).toBe(true)
  expect(final).toContain('VOLUME /data')
  expect(final.some((line) => line.startsWith('RUN '))).toBe(false)
  expect(await read('.dockerignore')).toContain('data')
})

test('the compose file gives each node its own journal, and no secret has a default', async () => {
  const { services, volumes } = await readYaml('deploy/compose.yaml')
  const nodes = Object.entries(
    services as Record<string, { volumes: string[]; read_only?: boolean; cap_drop?: string[] }>,
  )
    .filter(([name]) => name.startsWith('gatehouse-'))
    .map(([, node]) => node)
  expect(nodes.length).toBeGreaterThan(1)
  const journals = nodes.flatMap((node) => node.volumes).map((volume) => volume.split(':')[0])
  expect(new Set(journals).size).toBe(nodes.length)
  for (const journal of journals) expect(volumes).toHaveProperty(journal ?? '')
  expect(nodes.every((node) => node.read_only === true && node.cap_drop?.includes('ALL'))).toBe(true)
  const text = await read('deploy/compose.yaml')
  expect(text).toMatch(/\$\{GATEWAY_MASTER_KEY:\?/)
  expect(text).not.toMatch(/PASSWORD:-|MASTER_KEY:-/)
})

test('in the compose file the nodes trust only the balancer’s client address', async () => {
  const { services, networks } = (await readYaml('deploy/compose.yaml')) as {
    services: Record<string, { environment?: Record<string, string>; networks: unknown; ports?: unknown }>
    networks: { front: { ipam: { config: { subnet: string; gateway: string }[] } } }
  }
  const trusted = services['gatehouse-1']?.environment?.['GATEWAY_TRUSTED_PROXIES'] ?? ''
  const address = /^\$\{GATEWAY_TRUSTED_PROXIES:-([0-9.]+)\}$/.exec(trusted)?.[1] ?? 'none'
  expect(services['balancer']?.networks).toEqual({ front: { ipv4_address: address } })
  const [front] = networks.front.ipam.config
  expect(front?.gateway).not.toBe(address)
  expect(isIPv4(address) && address.startsWith(front?.subnet.replace(/0\/24$/, '') ?? 'none')).toBe(true)
  // Clients reach a node only through the balancer, which appends the client address.
  expect(services['gatehouse-1']?.ports).toBeUndefined()
  expect(await read('deploy/balancer.conf')).toContain('X-Forwarded-For $proxy_add_x_forwarded_for;')
})

test('the chart sets the trusted proxy networks', async () => {
  const template = await read('deploy/helm/gatehouse/templates/statefulset.yaml')
  expect(template).toContain('{ name: GATEWAY_TRUSTED_PROXIES, value: {{ join "," .Values.trustedProxies | quote }} }')
  const { trustedProxies } = await readYaml('deploy/helm/gatehouse/values.yaml')
  const networks = trustedProxies as string[]
  expect(networks.length).toBeGreaterThan(0)
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    expect([network, isIP(address) > 0 && /^[0-9]{1,3}$/.test(bits)]).toEqual([network, true])
  }
})

test('the chart has the program’s version, and its templates use only defined values', async () => {
  const chart = await readYaml('deploy/helm/gatehouse/Chart.yaml')
  expect(chart['appVersion']).toBe(version)
  const values = await readYaml('deploy/helm/gatehouse/values.yaml')
  for (const name of ['statefulset', 'service']) {
    const template = await read(`deploy/helm/gatehouse/templates/${name}.yaml`)
    for (const [, path = ''] of template.matchAll(/\.Values\.([A-Za-z.]+)/g)) {
      if (path.startsWith('environment.')) continue
      const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], values)
      expect([path, found === undefined]).toEqual([path, false])
    }
    const opened = [...template.matchAll(/\{\{-? *(?:if|range)/g)].length
    expect([...template.matchAll(/\{\{-? *end/g)]).toHaveLength(opened)
  }
})

test('pods run without root on a read-only file system, with the journal on a persistent volume claim', async () => {
  const template = await read('deploy/helm/gatehouse/templates/statefulset.yaml')
  for (const rule of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'drop: [ALL]',
    'volumeClaimTemplates',
    '/readyz',
    '/healthz',
  ])
    expect(template).toContain(rule)
})

test('systemd restarts the unit except after invalid settings', async () => {
  const unit = await read('deploy/gatehouse.service')
  expect(unit).toContain('Restart=on-failure')
  expect(unit).toContain('StartLimitIntervalSec=0')
  expect(unit).toContain('RestartPreventExitStatus=78')
  expect(unit).toContain('DynamicUser=yes')
})

test('no file runs install scripts of packages', async () => {
  expect((await read('.npmrc')).split('\n')).toContain('ignore-scripts=true')
  const files = projectFiles()
    .filter((path) => /^(?:\.ci|bin|deploy|docs|scripts|server)\/|\.(?:md|json)$/.test(path))
    // The SDK's README and the pages about clients are for users' own projects.
    .filter((path) => !/^(?:sdk|examples|docs\/clients)\//.test(path))
  expect(files.length).toBeGreaterThan(100)
  const found: string[] = []
  // The SDK has neither dependencies nor install scripts.
  for (const path of files)
    for (const [command] of (await read(path)).matchAll(/\bnpm (?:ci|i|install)\b(?! --ignore-scripts).*/g))
      if (!command.includes('/gatehouse-gateway-sdk-')) found.push(`${path}: ${command}`)
  expect(found).toEqual([])
})

test('every image can be set by digest through an argument', async () => {
  const lines = (await read('deploy/Dockerfile')).split('\n')
  const from = lines.filter((line) => line.startsWith('FROM '))
  expect(from).toEqual(['FROM $BUILD_IMAGE AS build', 'FROM $BASE_IMAGE'])
  // FROM can use only an ARG that is declared before the first FROM.
  const head = lines.slice(0, lines.indexOf(from[0] ?? ''))
  for (const name of ['BUILD_IMAGE', 'BASE_IMAGE'])
    expect(head.filter((line) => new RegExp(`^ARG ${name}=[a-z0-9./-]+:[a-z0-9.-]+$`).test(line))).toHaveLength(1)
  const { services } = (await readYaml('deploy/compose.yaml')) as {
    services: Record<string, { image?: string; build?: { args: Record<string, string> } }>
  }
  for (const { image, build } of Object.values(services)) {
    if (image !== undefined) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[a-z0-9.-]+:[a-z0-9.-]+\}$/)
    else
      for (const name of ['BUILD_IMAGE', 'BASE_IMAGE'])
        expect(head).toContain(`ARG ${name}=${/:-(.*)\}$/.exec(build?.args[name] ?? '')?.[1]}`)
  }
  const template = await read('deploy/helm/gatehouse/templates/statefulset.yaml')
  expect(template).toContain('{{ .Values.image.repository }}@{{ .Values.image.digest }}')
})

/**
 * AWS Secrets Manager and IAM for one test file: moto, an independent implementation of AWS, installed from PyPI. It
 * serves TLS, and checks signatures and policies.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignatureV4 } from '@smithy/signature-v4'
import { newPort } from '../../simulators/new-port.ts'
import { Sha256 } from './aws-sha256.ts'
import { cachedInstall, must } from './cached-install.ts'
import { untilReady } from './eventually.ts'
import { makeCertificates, type TestCertificates } from './test-certificates.ts'

const PACKAGES = ['moto==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5']
const REGION = 'us-east-1'

export type AwsKeys = { readonly accessKeyId: string; readonly secretAccessKey: string }

export interface MotoServer extends AsyncDisposable {
  /** With TLS. */
  readonly url: string
  readonly region: string
  readonly certificates: TestCertificates
  /** Creates an IAM user with this policy and returns its keys. */
  createUser(name: string, statement: object): Promise<AwsKeys>
  createSecret(name: string, value: string): Promise<void>
  putSecret(name: string, value: string): Promise<void>
  deleteSecret(name: string): Promise<void>
  /** Ends the server with SIGKILL. Its data is lost, because it is in memory. */
  kill(): Promise<void>
}

/** The folder of the packages. The first start compiles only the modules that it loads, which is faster than pip. */
async function installMoto(python: string, cwd: string): Promise<string> {
  const about = Bun.spawnSync([python, '--version'])
  if (about.exitCode !== 0) throw new Error(`These tests need Python 3.10 or newer with pip: ${python} cannot be run.`)
  return await cachedInstall('moto', [String(about.stdout), ...PACKAGES], async (target) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-compile']
    await must([python, '-m', 'pip', 'install', ...quiet, '--target', target, ...PACKAGES], cwd)
  })
}

export async function startMoto(): Promise<MotoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-moto-'))
  const python = process.env['PYTHON'] ?? 'python3'
  const packages = await installMoto(python, folder)
  const certificates = makeCertificates()
  const port = newPort()
  const tls = ['--ssl-cert', certificates.certificate, '--ssl-key', certificates.key]
  const server = Bun.spawn([python, '-m', 'moto.server', '--host', '127.0.0.1', '--port', String(port), ...tls], {
    // Empty means that Python keeps what it has compiled.
    env: { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const url = `https://localhost:${port}`
  const call = (path: string, init: RequestInit) =>
    fetch(url + path, { ...init, tls: { ca: Bun.file(certificates.authority) } })
  const responds = async () => (await call('/moto-api/data.json', {})).ok
  await untilReady('moto', server, responds, () => server.stderr.text())

  async function send(service: string, headers: Record<string, string>, body: string, keys: AwsKeys): Promise<string> {
    const signer = new SignatureV4({ service, region: REGION, credentials: keys, sha256: Sha256 })
    const signed = await signer.sign({
      ...{ method: 'POST', protocol: 'https:', hostname: 'localhost', port, path: '/', query: {} },
      headers: { host: `localhost:${port}`, ...headers },
      body,
    })
    const response = await call('/', { method: 'POST', headers: signed.headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`moto returned HTTP ${response.status} to ${service}: ${text}`)
    return text
  }

  const iam = (parameters: Record<string, string>, keys: AwsKeys) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return send('iam', headers, new URLSearchParams({ ...parameters, Version: '2010-05-08' }).toString(), keys)
  }
  async function newUser(name: string, statement: object, by: AwsKeys): Promise<AwsKeys> {
    await iam({ Action: 'CreateUser', UserName: name }, by)
    const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    await iam({ Action: 'PutUserPolicy', UserName: name, PolicyName: 'own', PolicyDocument }, by)
    const text = await iam({ Action: 'CreateAccessKey', UserName: name }, by)
    const member = (tag: string) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(text)?.[1] ?? ''
    return { accessKeyId: member('AccessKeyId'), secretAccessKey: member('SecretAccessKey') }
  }
  const everything = { Effect: 'Allow', Action: '*', Resource: '*' }
  const operator = await newUser('operator', everything, { accessKeyId: 'none', secretAccessKey: 'none' })
  // From here on, every signature and permission is checked.
  await call('/moto-api/reset-auth', { method: 'POST', body: '0' })

  const secrets = (action: string, body: object) => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `secretsmanager.${action}` }
    return send('secretsmanager', headers, JSON.stringify(body), operator)
  }
  return {
    url,
    region: REGION,
    certificates,
    createUser: (name, statement) => newUser(name, statement, operator),
    async createSecret(name, value) {
      await secrets('CreateSecret', { Name: name, SecretString: value, ClientRequestToken: crypto.randomUUID() })
    },
    async putSecret(name, value) {
      await secrets('PutSecretValue', { SecretId: name, SecretString: value, ClientRequestToken: crypto.randomUUID() })
    },
    async deleteSecret(name) {
      await secrets('DeleteSecret', { SecretId: name, ForceDeleteWithoutRecovery: true })
    },
    async kill() {
      server.kill('SIGKILL')
      await server.exited
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await server.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A Kafka broker (KRaft) for one test file. Its listeners: no authentication, SASL, and SASL over TLS. */

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kafka, logLevel } from 'kafkajs'
import { newPort } from '../../simulators/new-port.ts'
import { cachedInstall, must } from './cached-install.ts'
import { eventually, untilReady } from './eventually.ts'
import { kafkaJars } from './kafka-jars.ts'

export const KAFKA_USER = { username: 'gateway', password: 'kafka-secret' }

export type KafkaMessage = {
  readonly partition: number
  readonly key: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

export interface KafkaServer extends AsyncDisposable {
  /** `host:port`. */
  readonly broker: string
  readonly saslBroker: string
  readonly tlsBroker: string
  /** The certificate of `tlsBroker`, for `localhost` only. */
  readonly certificate: string
  createTopic(topic: string, partitions?: number, settings?: Readonly<Record<string, string>>): Promise<void>
  /** Every message of a topic. */
  read(topic: string): Promise<readonly KafkaMessage[]>
  /** Ends the broker with SIGKILL. */
  kill(): Promise<void>
  /** Starts the broker again with its data, at the same address. */
  restart(): Promise<void>
}

/** Only a hang takes this long, even on an overloaded machine. */
const TIMEOUT_MS = 600_000

/** The controller accepts a killed broker again when its old session has ended, by default after nine seconds. */
const RESTART_SESSION_MS = 3_000

const JVM = ['-Xmx256m', '-XX:TieredStopAtLevel=1']

export async function startKafka(): Promise<KafkaServer> {
  const classes = ['-cp', join(kafkaJars(), '*')]
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-kafka-'))
  const [port, saslPort, tlsPort, controllerPort] = [newPort(), newPort(), newPort(), newPort()]
  const { key, certificate } = await newCertificate(folder)
  const keystore = join(folder, 'keystore.pem')
  await writeFile(keystore, key + certificate)
  const properties = join(folder, 'server.properties')
  await writeFile(properties, settingsOf(join(folder, 'data'), { port, saslPort, tlsPort, controllerPort }, keystore))
  await cp(await formattedData(classes), join(folder, 'data'), { recursive: true })
  const broker = `127.0.0.1:${port}`
  const kafka = new Kafka({
    brokers: [broker],
    logLevel: logLevel.NOTHING,
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
    retry: { retries: 2 },
  })
  const start = (...more: string[]) =>
    Bun.spawn(['java', ...JVM, ...classes, 'kafka.Kafka', properties, ...more], { stdout: 'ignore', stderr: 'ignore' })
  let server = start()

  async function asAdmin<Result>(act: (admin: ReturnType<Kafka['admin']>) => Promise<Result>): Promise<Result> {
    const admin = kafka.admin()
    await admin.connect()
    try {
      return await act(admin)
    } finally {
      await admin.disconnect()
    }
  }

  const isReady = () =>
    untilReady('Kafka', server, async () => {
      const { brokers } = await asAdmin((admin) => admin.describeCluster())
      return brokers.length === 1
    })
  await isReady()

  return {
    broker,
    saslBroker: `127.0.0.1:${saslPort}`,
    tlsBroker: `localhost:${tlsPort}`,
    certificate,
    async createTopic(topic, numPartitions = 3, settings = {}) {
      const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }))
      await asAdmin((admin) =>
        admin.createTopics({
          waitForLeaders: true,
          timeout: TIMEOUT_MS,
          topics: [{ topic, numPartitions, configEntries }],
        }),
      )
      // The metadata may name a broker as the leader of a partition before that broker knows it.
      await eventually(`every partition of ${topic} has its leader`, () =>
        asAdmin((admin) => admin.fetchTopicOffsets(topic)).then(
          (offsets) => offsets.length === numPartitions,
          () => false,
        ),
      )
    },
    read: (topic) => readAll(kafka, topic, () => asAdmin((admin) => admin.fetchTopicOffsets(topic))),
    async kill() {
      server.kill('SIGKILL')
      await server.exited
    },
    async restart() {
      server = start('--override', `broker.session.timeout.ms=${RESTART_SESSION_MS}`)
      await isReady()
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await server.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Offsets = readonly { readonly partition: number; readonly high: string }[]

/** The folder of a broker that was never started, with its user: formatting takes 1.7 s of CPU time. */
async function formattedData(classes: readonly string[]): Promise<string> {
  const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${KAFKA_USER.username},password=${KAFKA_USER.password}]`,
  ])
  return await cachedInstall('kafka-data', [...classes, ...users], async (data) => {
    const properties = join(data, 'server.properties')
    await writeFile(properties, settingsOf(data, { port: 1, saslPort: 2, tlsPort: 3, controllerPort: 4 }, 'unused'))
    const format = ['format', '-t', 'AAAAAAAAAAAAAAAAAAAAAA', '-c', properties, ...users]
    await must(['java', ...JVM, ...classes, 'kafka.tools.StorageTool', ...format], data)
  })
}

/** Reads each partition up to its current end offset. */
async function readAll(kafka: Kafka, topic: string, offsets: () => Promise<Offsets>): Promise<readonly KafkaMessage[]> {
  const ends = new Map((await offsets()).map(({ partition, high }) => [partition, Number(high)]))
  // After a restart, the broker has no group coordinator for a while.
  return await eventually(`the messages of ${topic} are read`, () => readTo(kafka, topic, ends).catch(() => null))
}

async function readTo(kafka: Kafka, topic: string, ends: ReadonlyMap<number, number>): Promise<KafkaMessage[]> {
  const found: KafkaMessage[] = []
  const open = new Set([...ends].flatMap(([partition, end]) => (end > 0 ? [partition] : [])))
  if (open.size === 0) return found
  const consumer = kafka.consumer({ groupId: `read-${crypto.randomUUID()}` })
  const all = Promise.withResolvers<void>()
  // Otherwise the test would wait forever for a consumer that has given up.
  consumer.on(consumer.events.CRASH, ({ payload }) => all.reject(payload.error))
  await consumer.connect()
  try {
    await consumer.subscribe({ topic, fromBeginning: true })
    await consumer.run({
      async eachMessage({ partition, message: { key, value, headers, offset } }) {
        const texts = Object.entries(headers ?? {}).map(([name, header]) => [name, String(header)])
        found.push({ partition, key: String(key), value: String(value), headers: Object.fromEntries(texts) })
        if (Number(offset) + 1 >= (ends.get(partition) ?? 0)) open.delete(partition)
        if (open.size === 0) all.resolve()
      },
    })
    await all.promise
    return found
  } finally {
    await consumer.disconnect()
  }
}

async function newCertificate(folder: string): Promise<{ readonly key: string; readonly certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', certificate]
  const made = Bun.spawnSync([
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...name,
    ...files,
  ])
  if (made.exitCode !== 0) throw new Error(`openssl failed: ${made.stderr}`)
  return { key: await Bun.file(key).text(), certificate: await Bun.file(certificate).text() }
}

type Ports = {
  readonly port: number
  readonly saslPort: number
  readonly tlsPort: number
  readonly controllerPort: number
}

/** `keystore`: a file with the key and the certificate of the listener with TLS. */
function settingsOf(data: string, ports: Ports, keystore: string): string {
  const modules = 'org.apache.kafka.common.security'
  const { username, password } = KAFKA_USER
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${ports.controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${ports.port},SASL_PLAINTEXT://127.0.0.1:${ports.saslPort},SASL_SSL://localhost:${ports.tlsPort},CONTROLLER://127.0.0.1:${ports.controllerPort}`,
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    'listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL',
    'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    ...['listener.name.sasl_plaintext', 'listener.name.sasl_ssl'].flatMap((listener) => [
      `${listener}.scram-sha-256.sasl.jaas.config=${modules}.scram.ScramLoginModule required;`,
      `${listener}.scram-sha-512.sasl.jaas.config=${modules}.scram.ScramLoginModule required;`,
      `${listener}.plain.sasl.jaas.config=${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
    ]),
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${keystore}`,
    `log.dirs=${data}`,
    'auto.create.topics.enable=false',
    'group.initial.rebalance.delay.ms=0',
    'offsets.topic.num.partitions=1',
    'offsets.topic.replication.factor=1',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    '',
  ].join('\n')
}

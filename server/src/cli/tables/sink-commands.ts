/** Commands for sinks. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const SINK = { name: 'SINK', about: 'Name or ID of the sink.' }

function secretFlags(name: string, about: string): Readonly<Record<string, FlagSpec>> {
  return {
    [`${name}-env`]: { value: 'NAME', about: `Environment variable with ${about}.` },
    [`${name}-file`]: { value: 'FILE', about: `File with ${about}. - reads standard input.` },
  }
}

const FLAGS: Readonly<Record<string, FlagSpec>> = {
  filter: { value: 'FILTER', about: 'Only logs that match, such as "status:5xx -model:gpt-4o".' },
  'sample-rate': { value: 'SHARE', about: 'Share of traces to send, such as 0.1.' },
  bodies: { value: 'BODIES', choices: ['none', 'masked', 'full'], about: 'Bodies to send. Default: none.' },
  'exclude-metadata': { value: 'KEY', about: 'Metadata key to leave out.', isMany: true },
  endpoint: { value: 'URL', about: 's3: URL of a service other than AWS. otlp: base URL of the collector.' },
  region: { value: 'REGION', about: 's3: region of the bucket.' },
  bucket: { value: 'BUCKET', about: 's3: name of the bucket.' },
  prefix: { value: 'FOLDER', about: 's3: folder in the bucket.' },
  format: { value: 'FORMAT', choices: ['jsonl', 'parquet'], about: 's3: format of the objects. Default: jsonl.' },
  ...secretFlags('access-key-id', 'the access key id for s3'),
  ...secretFlags('secret-access-key', 'the secret access key for s3'),
  ...secretFlags('session-token', 'the session token for s3'),
  ...secretFlags('url', 'the URL of a webhook, which is a secret'),
  ...secretFlags('signing-secret', 'the secret that signs webhooks'),
  'header-env': {
    value: 'HEADER=NAME',
    about: 'webhook and otlp: a header, and the environment variable with its value.',
    isMany: true,
  },
  signal: { value: 'SIGNAL', choices: ['logs', 'spans'], about: 'otlp: what to send. Default: both.', isMany: true },
  broker: { value: 'HOST:PORT', about: 'kafka: broker to connect to first.', isMany: true },
  topic: { value: 'TOPIC', about: 'kafka: topic.' },
  'no-tls': { about: 'kafka: connect without TLS.' },
  sasl: {
    value: 'MECHANISM',
    choices: ['none', 'plain', 'scram-sha-256', 'scram-sha-512'],
    about: 'kafka: how to authenticate. Default: none.',
  },
  'message-key': {
    value: 'KEY',
    choices: ['trace_id', 'workspace_id'],
    about: 'kafka: key of the messages. Default: trace_id.',
  },
  ...secretFlags('username', 'the user name for kafka'),
  ...secretFlags('password', 'the password for kafka'),
}

const sinks = () => import('../commands/sinks/sinks.ts')

export const SINK_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'sinks list',
    about: 'List the sinks that logs are sent to, with their state.',
    examples: ['gatehouse sinks list', 'gatehouse sinks list --json'],
    isRemote: true,
    load: async () => (await sinks()).listSinks,
  },
  {
    name: 'sinks create',
    about: 'Create a sink. Secrets are encrypted and never shown again.',
    examples: [
      'gatehouse sinks create "Lake" --type s3 --region eu-central-1 --bucket logs --format parquet --access-key-id-env AWS_ACCESS_KEY_ID --secret-access-key-env AWS_SECRET_ACCESS_KEY',
      'gatehouse sinks create "Pipeline" --type webhook --url-env LOGS_URL --filter "status:5xx" --test',
      'gatehouse sinks create "Collector" --type otlp --endpoint https://otel.example.com --header-env Authorization=OTEL_TOKEN',
      'gatehouse sinks create "Stream" --type kafka --broker kafka-1.example.com:9093 --topic logs --sasl scram-sha-256 --username-env KAFKA_USER --password-env KAFKA_PASSWORD',
    ],
    operands: [{ name: 'NAME', about: 'Name of the sink.' }],
    isRemote: true,
    flags: {
      type: { value: 'TYPE', choices: ['s3', 'webhook', 'otlp', 'kafka'], about: 'What logs are sent to.' },
      ...FLAGS,
      disabled: { about: 'Send nothing yet.' },
      test: { about: 'Then send a sample log. Exit code 1 if the destination does not accept it.' },
    },
    load: async () => (await sinks()).createSink,
  },
  {
    name: 'sinks update',
    about: 'Change a sink. Settings without a flag stay as they are; the type cannot change.',
    examples: [
      'gatehouse sinks update "Lake" --filter "-endpoint:embeddings" --sample-rate 0.1',
      'gatehouse sinks update "Pipeline" --disable',
    ],
    operands: [SINK],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'New name.' },
      ...FLAGS,
      enable: { about: 'Send logs.' },
      disable: { about: 'Send no logs.' },
      tls: { about: 'kafka: connect with TLS.' },
      'no-filter': { about: 'Send every log.' },
      'no-headers': { about: 'Send no custom headers.' },
      'no-signing-secret': { about: 'Do not sign webhooks any more.' },
    },
    notes: () => [
      'A new endpoint, broker or SASL mechanism needs the secrets again: stored ones are never sent there.',
    ],
    load: async () => (await sinks()).updateSink,
  },
  {
    name: 'sinks delete',
    about: 'Delete a sink. Logs that it has received are not deleted.',
    examples: ['gatehouse sinks delete "Lake"', 'gatehouse sinks delete "Lake" --yes'],
    operands: [SINK],
    isRemote: true,
    flags: { yes: { about: 'Skip the confirmation; required without a terminal.' } },
    load: async () => (await sinks()).deleteSink,
  },
  {
    name: 'sinks test',
    about: 'Send a sample log to a sink. Exit code 1 if the destination does not accept it.',
    examples: ['gatehouse sinks test "Lake"', 'gatehouse sinks test "Lake" --json'],
    operands: [SINK],
    isRemote: true,
    load: async () => (await sinks()).testSink,
  },
  {
    name: 'sinks progress',
    about: 'Show what waits, what was delivered and what failed, on each node.',
    examples: ['gatehouse sinks progress "Lake"', 'gatehouse sinks progress "Lake" --json'],
    operands: [SINK],
    isRemote: true,
    load: async () => (await sinks()).showProgress,
  },
]

/** The inputs of each type of sink. */

import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import type { Sink } from './sink.ts'
import type { Draft } from './sink-draft.ts'

type Props = {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  readonly errors: FieldErrors
  readonly before: Sink | null
}

const ENCRYPTED = 'Encrypted, and never shown again.'

export function DestinationFields(props: Props) {
  switch (props.draft.type) {
    case 's3':
      return <S3Fields {...props} />
    case 'webhook':
      return <WebhookFields {...props} />
    case 'otlp':
      return <OtlpFields {...props} />
    case 'kafka':
      return <KafkaFields {...props} />
  }
}

function S3Fields({ draft, change, errors, before }: Props) {
  const hint = before ? 'Empty keeps the stored one.' : ENCRYPTED
  return (
    <>
      <div class="policy-pair">
        <TextField
          label="Bucket"
          isCode
          value={draft.bucket}
          onValue={(bucket) => change({ bucket })}
          error={errors('bucket')}
        />
        <TextField
          label="Region"
          isCode
          placeholder="eu-central-1"
          value={draft.region}
          onValue={(region) => change({ region })}
          error={errors('region')}
        />
      </div>
      <TextField
        label="Endpoint"
        isOptional
        type="url"
        isCode
        placeholder="https://minio.example.com"
        hint="Empty: AWS."
        value={draft.endpoint}
        onValue={(endpoint) => change({ endpoint })}
        error={errors('endpoint')}
      />
      <div class="policy-pair">
        <TextField
          label="Folder"
          isOptional
          isCode
          placeholder="gatehouse"
          value={draft.prefix}
          onValue={(prefix) => change({ prefix })}
          error={errors('prefix')}
        />
        <SelectField
          label="Format"
          value={draft.format}
          onValue={(format) => change({ format })}
          choices={[
            { value: 'jsonl', label: 'JSON Lines' },
            { value: 'parquet', label: 'Parquet' },
          ]}
        />
      </div>
      <div class="policy-pair">
        <TextField
          label="Access key ID"
          isCode
          autocomplete="off"
          hint={hint}
          value={draft.accessKeyId}
          onValue={(accessKeyId) => change({ accessKeyId })}
          error={errors('access_key_id')}
        />
        <TextField
          label="Secret access key"
          type="password"
          autocomplete="new-password"
          hint={hint}
          value={draft.secretAccessKey}
          onValue={(secretAccessKey) => change({ secretAccessKey })}
          error={errors('secret_access_key')}
        />
      </div>
      <TextField
        label="Session token"
        isOptional
        type="password"
        autocomplete="new-password"
        hint="For temporary credentials."
        value={draft.sessionToken}
        onValue={(sessionToken) => change({ sessionToken })}
        error={errors('session_token')}
      />
    </>
  )
}

function WebhookFields({ draft, change, errors, before }: Props) {
  const isSigned = before?.secrets?.includes('signing_secret') === true
  return (
    <>
      <TextField
        label="URL"
        type="url"
        autocomplete="off"
        isCode
        placeholder="https://logs.example.com/gatehouse"
        hint={before ? `Empty keeps ${before.url_hint}` : ENCRYPTED}
        value={draft.url}
        onValue={(url) => change({ url })}
        error={errors('webhook_url')}
      />
      <TextField
        label="Signing secret"
        isOptional
        type="password"
        autocomplete="new-password"
        hint={
          isSigned
            ? 'Empty keeps the stored secret.'
            : 'Signs each request in the header x-gateway-signature (HMAC-SHA256). 16 characters or more.'
        }
        value={draft.signingSecret}
        onValue={(signingSecret) => change({ signingSecret })}
        error={errors('signing_secret')}
      />
      {isSigned && (
        <CheckField
          label="Remove signing secret"
          isChecked={draft.isUnsigned}
          onChecked={(isUnsigned) => change({ isUnsigned })}
        />
      )}
      <HeaderFields draft={draft} change={change} errors={errors} before={before} />
    </>
  )
}

function OtlpFields({ draft, change, errors, before }: Props) {
  return (
    <>
      <TextField
        label="Endpoint"
        type="url"
        isCode
        placeholder="https://otel.example.com"
        hint="/v1/logs and /v1/traces are added."
        value={draft.endpoint}
        onValue={(endpoint) => change({ endpoint })}
        error={errors('endpoint')}
      />
      <SelectField
        label="Signals"
        value={draft.signals}
        onValue={(signals) => change({ signals })}
        choices={[
          { value: 'both', label: 'Logs and spans' },
          { value: 'logs', label: 'Logs' },
          { value: 'spans', label: 'Spans' },
        ]}
      />
      <HeaderFields draft={draft} change={change} errors={errors} before={before} />
    </>
  )
}

function HeaderFields({ draft, change, errors, before }: Props) {
  const hasHeaders = before?.secrets?.includes('headers') === true
  return (
    <>
      <TextAreaField
        label="Headers"
        isOptional
        isCode
        rows={2}
        placeholder="Authorization: Bearer …"
        hint={hasHeaders ? 'Empty keeps the stored headers.' : `One per line. ${ENCRYPTED}`}
        value={draft.headers}
        onValue={(headers) => change({ headers })}
        error={errors('headers', ...headerParams(draft.headers))}
      />
      {hasHeaders && (
        <CheckField
          label="Remove stored headers"
          isChecked={draft.isWithoutHeaders}
          onChecked={(isWithoutHeaders) => change({ isWithoutHeaders })}
        />
      )}
    </>
  )
}

/** Errors of the API name the refused header as `headers.<name>`. */
function headerParams(text: string): string[] {
  return text.split('\n').map((line) => `headers.${line.split(':')[0]?.trim()}`)
}

function KafkaFields({ draft, change, errors, before }: Props) {
  const hint = before?.secrets?.includes('password') ? 'Empty keeps the stored one.' : ENCRYPTED
  return (
    <>
      <TextAreaField
        label="Brokers"
        isCode
        rows={2}
        placeholder="kafka-1.example.com:9093"
        hint="host:port, one per line."
        value={draft.brokers}
        onValue={(brokers) => change({ brokers })}
        error={errors('brokers', 'brokers[0]', 'brokers[1]', 'brokers[2]')}
      />
      <div class="policy-pair">
        <TextField
          label="Topic"
          isCode
          value={draft.topic}
          onValue={(topic) => change({ topic })}
          error={errors('topic')}
        />
        <SelectField
          label="Message key"
          value={draft.messageKey}
          onValue={(messageKey) => change({ messageKey })}
          choices={[
            { value: 'trace_id', label: 'Trace ID' },
            { value: 'workspace_id', label: 'Workspace ID' },
          ]}
        />
      </div>
      <div class="policy-pair">
        <SelectField
          label="Authentication"
          value={draft.sasl}
          onValue={(sasl) => change({ sasl })}
          choices={[
            { value: 'none', label: 'None' },
            { value: 'plain', label: 'SASL PLAIN' },
            { value: 'scram-sha-256', label: 'SCRAM-SHA-256' },
            { value: 'scram-sha-512', label: 'SCRAM-SHA-512' },
          ]}
          error={errors('sasl')}
        />
        <CheckField label="TLS" isChecked={draft.tls} onChecked={(tls) => change({ tls })} />
      </div>
      {draft.sasl !== 'none' && (
        <div class="policy-pair">
          <TextField
            label="User name"
            autocomplete="off"
            hint={hint}
            value={draft.username}
            onValue={(username) => change({ username })}
            error={errors('username')}
          />
          <TextField
            label="Password"
            type="password"
            autocomplete="new-password"
            hint={hint}
            value={draft.password}
            onValue={(password) => change({ password })}
            error={errors('password')}
          />
        </div>
      )}
    </>
  )
}

/** A field for a secret, or for a reference to one in a secret store: `secret://source/path#field`. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Time } from '../data/time.tsx'
import { ErrorNotice, Notice } from '../states/notices.tsx'

type SecretFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
  readonly isOptional?: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  /** Body fields of the reference test that name the workspace of the credential. */
  readonly home?: Readonly<Record<string, unknown>>
}

type ReferenceTest = {
  readonly found: boolean
  readonly length: number | null
  readonly version: string | null
  readonly last_rotated_at: string | null
  readonly message: string
}

export function SecretField({ home, ...field }: SecretFieldProps) {
  const reference = field.value.trim()
  const isReference = reference.startsWith('secret://')
  return (
    <>
      <TextField {...field} type={isReference ? 'text' : 'password'} autocomplete="off" isCode />
      {isReference && <ReferenceCheck reference={reference} home={home ?? {}} />}
    </>
  )
}

function ReferenceCheck({
  reference,
  home,
}: {
  readonly reference: string
  readonly home: Readonly<Record<string, unknown>>
}) {
  const [found, setFound] = useState<ReferenceTest | null>(null)
  useEffect(() => setFound(null), [reference])
  const testing = useAction(async () => {
    setFound(null)
    setFound(await api.post<ReferenceTest>('/secret-references/test', { ...home, reference }))
  })
  return (
    <div class="stack-tight">
      <div class="row-wrap">
        <Button size="small" isBusy={testing.isRunning} onClick={() => testing.run()}>
          Test reference
        </Button>
        <span class="caption">The gateway reads the secret from its store.</span>
      </div>
      {found && (
        <Notice tone={found.found ? 'ok' : 'error'} title={found.found ? 'Secret found' : 'Secret not found'} isAlert>
          {found.found ? (
            <p class="caption">
              {found.length} characters{found.version !== null && `, version ${found.version}`}
              {found.last_rotated_at !== null && (
                <>
                  , rotated <Time at={found.last_rotated_at} />
                </>
              )}
            </p>
          ) : (
            <p class="anywhere">{found.message}</p>
          )}
        </Notice>
      )}
      {testing.error && <ErrorNotice error={testing.error} what="test the reference" />}
    </div>
  )
}

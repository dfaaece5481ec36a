/** Renders a resource in any state: nothing for 120 ms, then a skeleton, the data, or the error. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Resource } from '../../app/use-resource.ts'
import { ErrorNotice } from './notices.tsx'

const FLASH_MS = 120

type LoadedProps<Data> = {
  readonly resource: Resource<Data>
  /** Completes "Could not ...": "load the keys". */
  readonly what: string
  /** Should match the real layout; defaults to a table. */
  readonly skeleton?: ComponentChildren
  readonly children: (data: Data) => ComponentChildren
}

/** Old data stays visible while new data loads. If loading fails, the error is shown above the old data. */
export function Loaded<Data>({ resource, what, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isLoading, isRefreshing, reload } = resource
  if (isLoading) {
    return (
      <div class="loading">
        <Delayed>{skeleton ?? <SkeletonRows isTable />}</Delayed>
      </div>
    )
  }
  return (
    <div class="refreshable stack">
      {isRefreshing && (
        <Delayed>
          <div class="progress-line" />
        </Delayed>
      )}
      {error && <ErrorNotice error={error} what={what} onRetry={reload} asksAgain />}
      {data !== null && children(data)}
    </div>
  )
}

/** Renders nothing at first, so that fast responses do not flash a skeleton. */
export function Delayed({ children }: { readonly children: ComponentChildren }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FLASH_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? children : null
}

export function Skeleton({
  width = '100%',
  height = 16,
}: {
  readonly width?: number | string
  readonly height?: number
}) {
  return (
    <span
      class="skeleton"
      style={{ width: typeof width === 'number' ? `${width}px` : width, height: `${height}px` }}
      aria-hidden="true"
    />
  )
}

type RowsProps = {
  readonly rows?: number
  /** With the frame, the header and the row height of a table. */
  readonly isTable?: boolean
}

export function SkeletonRows({ rows = 8, isTable }: RowsProps) {
  return (
    <div class={isTable ? 'skeleton-table' : 'skeleton-rows'} role="progressbar" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index}>
          <Skeleton width={`${90 - ((index * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  )
}

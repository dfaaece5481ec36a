/** Saved views: names for URLs, stored in this browser. Share a view by its URL. */

import { useState } from 'preact/hooks'
import { currentLocation, navigate } from '../../app/location.ts'
import { Button } from '../../design/controls/button.tsx'
import { copyText } from '../../design/controls/copy-button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { usePopup } from '../../design/controls/use-popup.ts'
import { toast } from '../../design/states/toasts.tsx'

type SavedView = { readonly name: string; readonly search: string }

const KEPT = 'gatehouse.logs.views'
const MOST = 50
/** Parameters that are not part of a view: workspace, open log and live mode. */
const PASSING = ['w', 'log', 'attempt', 'live']

const STARTERS: readonly SavedView[] = [
  { name: 'Server errors', search: '?q=status%3A5xx' },
  { name: 'Rate limited', search: '?q=status%3A429' },
  { name: 'Recovered by retry or fallback', search: '?q=rescued%3Atrue' },
  { name: 'Slower than five seconds', search: '?q=latency%3A%3E5s' },
  { name: 'Cache hits', search: '?q=cache%3Ahit' },
  { name: 'Failed guardrails', search: '?q=guardrail.verdict%3Adenied%2Cfailed%2Cwould_deny' },
]

export function SavedViews() {
  const popup = usePopup()
  const [views, setViews] = useState(readViews)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const keep = (next: readonly SavedView[]) => {
    localStorage.setItem(KEPT, JSON.stringify(next))
    setViews(next)
  }
  const save = () => {
    if (name.trim() === '') return setError('Enter a name.')
    if (views.length >= MOST) return setError(`You can save ${MOST} views. Remove one first.`)
    keep([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), search: searchOf() }])
    setName('')
    setError(null)
    toast({ words: `View “${name.trim()}” saved in this browser` })
  }
  return (
    <div class="menu-anchor" ref={popup.anchor}>
      <Button aria-haspopup="dialog" aria-expanded={popup.isOpen ? 'true' : 'false'} onClick={popup.toggle}>
        Views
      </Button>
      {popup.isOpen && (
        <div class="popup popup-end logs-views" role="dialog" aria-label="Saved views">
          {[...views, ...STARTERS].map((view, index) => (
            <div key={`${index} ${view.name}`} class="row">
              <button
                type="button"
                class="popup-item grow"
                onClick={() => {
                  popup.close()
                  navigate(`/logs${view.search}`)
                }}
              >
                <span class="truncate">{view.name}</span>
              </button>
              {index < views.length && (
                <>
                  <Button kind="quiet" size="small" icon="copy" iconOnly onClick={() => share(view)}>
                    {`Copy link to ${view.name}`}
                  </Button>
                  <Button
                    kind="quiet"
                    size="small"
                    icon="trash"
                    iconOnly
                    onClick={() => {
                      keep(views.filter((one) => one !== view))
                      toast({ words: `View “${view.name}” removed`, undo: () => keep(views) })
                    }}
                  >
                    {`Remove ${view.name}`}
                  </Button>
                </>
              )}
            </div>
          ))}
          <form
            class="stack-tight card"
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            <TextField label="Save this view as" value={name} onValue={setName} error={error} maxLength={60} />
            <Button type="submit" size="small">
              Save view
            </Button>
          </form>
        </div>
      )}
    </div>
  )
}

async function share(view: SavedView): Promise<void> {
  await copyText(`${location.origin}/logs${view.search}`)
  toast({ words: 'Link copied' })
}

function searchOf(): string {
  const search = new URLSearchParams(currentLocation.value.search)
  for (const passing of PASSING) search.delete(passing)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Ignores stored entries that are not valid views. */
function readViews(): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<SavedView> | null
  return typeof view?.name === 'string' && typeof view.search === 'string' && /^(\?|$)/.test(view.search)
}

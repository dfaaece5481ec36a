/** The address as state: what is shown is what the address says, so that copying it shares the view. */

import { computed, signal } from '@preact/signals'

export type Place = { readonly path: string; readonly search: string; readonly hash: string }

export type Changes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Names the workspace in every address. */
export const WORKSPACE_PARAMETER = 'w'

export const place = signal<Place>(read())

/** What follows `?`, to be read; changed with `setQuery`. */
export const query = computed(() => new URLSearchParams(place.value.search))

/** `to` is a path with or without query; the workspace travels along unless `to` names another. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(to, location.origin)
  const workspace = query.value.get(WORKSPACE_PARAMETER)
  if (workspace !== null && !url.searchParams.has(WORKSPACE_PARAMETER)) {
    url.searchParams.set(WORKSPACE_PARAMETER, workspace)
  }
  const next = { path: url.pathname, search: url.search, hash: url.hash }
  const isSame = next.path === place.value.path && next.search === place.value.search
  history[replace || isSame ? 'replaceState' : 'pushState'](null, '', `${next.path}${next.search}${next.hash}`)
  const isNewPage = next.path !== place.value.path
  place.value = next
  if (isNewPage && !replace) scrollTo(0, 0)
}

/** Changes some parameters of the address; null, undefined, false and '' remove one. */
export function setQuery(changes: Changes, { replace = false }: { replace?: boolean } = {}): void {
  const search = new URLSearchParams(place.value.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '' || value === false) search.delete(name)
    else search.set(name, String(value))
  }
  const text = search.toString()
  navigate(place.value.path + (text === '' ? '' : `?${text}`), { replace })
}

/** Once, at the start: ordinary links move inside the page, Back and Forward too. */
export function followAddress(): void {
  addEventListener('popstate', () => {
    place.value = read()
  })
  addEventListener('hashchange', () => {
    place.value = read()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (/^\/(v1|docs|openapi\.json)(\/|$)/.test(link.pathname)) return
    // Jumps inside the page (the skip link) are the browser's.
    if (link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}

function read(): Place {
  return { path: location.pathname, search: location.search, hash: location.hash }
}

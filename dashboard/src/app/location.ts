/** The URL as state: it determines the view, so a copied link opens the same view. */

import { computed, signal } from '@preact/signals'

export type AppLocation = { readonly path: string; readonly search: string; readonly hash: string }

export type Changes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Query parameter with the slug or id of the workspace. `navigate` keeps it. */
export const WORKSPACE_PARAMETER = 'w'

export const currentLocation = signal<AppLocation>(read())

/** Query parameters, read-only; change them with `setQuery`. */
export const query = computed(() => new URLSearchParams(currentLocation.value.search))

/** `to` is a path with or without a query. The workspace parameter is kept unless `to` sets it. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(to, location.origin)
  const workspace = query.value.get(WORKSPACE_PARAMETER)
  if (workspace !== null && !url.searchParams.has(WORKSPACE_PARAMETER)) {
    url.searchParams.set(WORKSPACE_PARAMETER, workspace)
  }
  const next = { path: url.pathname, search: url.search, hash: url.hash }
  const isSame = next.path === currentLocation.value.path && next.search === currentLocation.value.search
  history[replace || isSame ? 'replaceState' : 'pushState'](null, '', `${next.path}${next.search}${next.hash}`)
  const isNewPage = next.path !== currentLocation.value.path
  currentLocation.value = next
  if (isNewPage && !replace) scrollTo(0, 0)
}

/** Changes query parameters; null, undefined, false and '' remove one. */
export function setQuery(changes: Changes, { replace = false }: { replace?: boolean } = {}): void {
  const search = new URLSearchParams(currentLocation.value.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '' || value === false) search.delete(name)
    else search.set(name, String(value))
  }
  const text = search.toString()
  navigate(currentLocation.value.path + (text === '' ? '' : `?${text}`), { replace })
}

/** Call once at startup: handles in-app links, Back and Forward without a page load. */
export function followAddress(): void {
  addEventListener('popstate', () => {
    currentLocation.value = read()
  })
  addEventListener('hashchange', () => {
    currentLocation.value = read()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (/^\/(v1|docs|openapi\.json)(\/|$)/.test(link.pathname)) return
    // The browser handles fragment links, such as the skip link.
    if (link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}

function read(): AppLocation {
  return { path: location.pathname, search: location.search, hash: location.hash }
}

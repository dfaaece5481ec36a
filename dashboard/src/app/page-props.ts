/** Props of every page component. */

/** Path segments after the page's own path: `/configs/pc-1/versions` gives ['pc-1', 'versions']. */
export type PageProps = { readonly rest: readonly string[] }

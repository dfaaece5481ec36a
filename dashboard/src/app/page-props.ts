/** What every page gets. */

/** What follows the page's own address in the path: `/configs/pc-1/versions` gives ['pc-1', 'versions']. */
export type PageProps = { readonly rest: readonly string[] }

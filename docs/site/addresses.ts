// Where the site is, and where its links lead that leave docs/.
import { posix } from 'node:path'
import { places } from './sidebar.ts'

/** Set by the workflow that publishes; without it, the site is for this machine. */
export const siteUrl: string | undefined = process.env.SITE_URL ? process.env.SITE_URL.replace(/\/?$/, '/') : undefined
export const base: string = siteUrl === undefined ? '/' : new URL(siteUrl).pathname

/** Known where GitHub builds the site; elsewhere a link to a file of the repository is its path, as text. */
export const repositoryUrl: string | null =
  process.env.GITHUB_REPOSITORY === undefined
    ? null
    : `${process.env.GITHUB_SERVER_URL ?? 'https://github.com'}/${process.env.GITHUB_REPOSITORY}`

/** What the site has besides its pages, by paths from the repository's folder. */
export const files: string[] = places
  .filter(({ page }) => page.startsWith('../'))
  .map(({ page }) => page.slice('../'.length))

/** @returns from the site's root */
export const sitePathOf = (page: string): string => `/${posix.normalize(page).replace(/^\.\.\//, '')}`

/** @returns the address of a file or folder of the repository that is not part of the site; null if it is not known */
export function repositoryAddressOf(path: string): string | null {
  if (repositoryUrl === null) return null
  return `${repositoryUrl}/${posix.extname(path) === '' ? 'tree' : 'blob'}/main/${path}`
}

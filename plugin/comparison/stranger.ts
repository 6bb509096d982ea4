import type { Mode } from '../vocabulary.ts'

/**
 * What we don't start with a preload of ours tells nothing of how busy it is, and names its process only if it was
 * taught to.
 */
export function isStranger(mode: Mode): boolean {
  return mode === 'command' || mode === 'url'
}

/** What to do about responses without the header. */
export function headerAdvice(mode: Mode): string {
  return isStranger(mode)
    ? 'A Node program sends it when it is started by `node --import artillery-plugin-speedup/preload server.js`, or with the middleware artillery-plugin-speedup/header.'
    : 'Does the app remove headers, or does something else answer in its place?'
}

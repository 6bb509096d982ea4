/** @import { Mode } from '../vocabulary.js' */

/**
 * What we don't start with a preload of ours tells nothing of how busy it is, and names its process only if it was
 * taught to.
 *
 * @param {Mode} mode
 * @returns {boolean}
 */
export function isStranger(mode) {
  return mode === 'command' || mode === 'url'
}

/**
 * What to do about responses without the header.
 *
 * @param {Mode} mode
 * @returns {string}
 */
export function headerAdvice(mode) {
  return isStranger(mode)
    ? 'A Node program sends it when it is started by `node --import artillery-plugin-speedup/preload server.js`, or with the middleware artillery-plugin-speedup/header.'
    : 'Does the app remove headers, or does something else answer in its place?'
}

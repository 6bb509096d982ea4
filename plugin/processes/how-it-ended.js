/** @import { Ending } from './spawn-marked.js' */

/**
 * @param {Pick<Ending, 'code' | 'signal'>} ending
 * @returns {string} in words, after the name of what ended
 */
export function howItEnded({ code, signal }) {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`
}

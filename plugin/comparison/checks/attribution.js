import { list, percent } from '../../wording.js'
import { unattributedAllowed, unattributedShare } from '../limits.js'
import { headerAdvice, isStranger } from '../stranger.js'
/** @import { Mode, Run, Settings, Warning } from '../../vocabulary.js' */

/**
 * Responses of which nobody knows who made them.
 *
 * @param {Run[]} runs
 * @param {Settings} settings
 * @returns {Warning[]}
 */
export function checkAttribution(runs, { variants, pidHeader }) {
  const shares = variants.map(({ name, mode }) => ({ name, mode, share: unattributedShare(runs.filter(({ variant }) => variant === name)) }))
  const isNameless = (/** @type {typeof shares[0]} */ { mode, share }) => isStranger(mode) && share === 1
  return [
    ...shares.filter((one) => one.share > 0 && !isNameless(one)).map((one) => partlyUnattributed(one, pidHeader)),
    ...nameless(shares.filter(isNameless), pidHeader)
  ]
}

/**
 * @param {{ name: string, mode: Mode, share: number }} seen
 * @param {string} pidHeader
 * @returns {Warning}
 */
function partlyUnattributed({ name, mode, share }, pidHeader) {
  const consequence = share > unattributedAllowed ? 'so nobody knows how the work was distributed' : 'so the distribution leaves them out'
  const message = `${name}: ${percent(share)} of the responses carried no ${pidHeader} header, ${consequence}. ${headerAdvice(mode)}`
  return { code: 'unattributed-responses', severity: 'warning', variant: name, rounds: [], message }
}

/**
 * Nobody expects the header of programs that we don't start ourselves.
 *
 * @param {{ name: string, mode: Mode }[]} strangers without it
 * @param {string} pidHeader
 * @returns {Warning[]}
 */
function nameless(strangers, pidHeader) {
  if (strangers.length === 0) return []
  const names = strangers.map(({ name }) => name)
  const message = `${list(names)}: no response carried the ${pidHeader} header, so nobody knows which process made it. ${headerAdvice(strangers[0].mode)}`
  return [{ code: 'unattributed-responses', severity: 'note', variant: names.length === 1 ? names[0] : null, rounds: [], message }]
}

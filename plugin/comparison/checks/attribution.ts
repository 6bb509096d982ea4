import { list, percent } from '../../wording.ts'
import { unattributedAllowed, unattributedShare } from '../limits.ts'
import { headerAdvice, isStranger } from '../stranger.ts'
import type { Mode, Run, Settings, Warning } from '../../vocabulary.ts'

/** Responses of which nobody knows who made them. */
export function checkAttribution(runs: Run[], { variants, pidHeader }: Settings): Warning[] {
  const shares = variants.map(({ name, mode }) => ({ name, mode, share: unattributedShare(runs.filter(({ variant }) => variant === name)) }))
  const isNameless = ({ mode, share }: typeof shares[0]) => isStranger(mode) && share === 1
  return [
    ...shares.filter((one) => one.share > 0 && !isNameless(one)).map((one) => partlyUnattributed(one, pidHeader)),
    ...nameless(shares.filter(isNameless), pidHeader)
  ]
}

function partlyUnattributed({ name, mode, share }: { name: string, mode: Mode, share: number }, pidHeader: string): Warning {
  const consequence = share > unattributedAllowed ? 'so nobody knows how the work was distributed' : 'so the distribution leaves them out'
  const message = `${name}: ${percent(share)} of the responses carried no ${pidHeader} header, ${consequence}. ${headerAdvice(mode)}`
  return { code: 'unattributed-responses', severity: 'warning', variant: name, rounds: [], message }
}

/**
 * Nobody expects the header of programs that we don't start ourselves.
 *
 * @param strangers without it
 */
function nameless(strangers: { name: string, mode: Mode }[], pidHeader: string): Warning[] {
  if (strangers.length === 0) return []
  const names = strangers.map(({ name }) => name)
  const message = `${list(names)}: no response carried the ${pidHeader} header, so nobody knows which process made it. ${headerAdvice(strangers[0].mode)}`
  return [{ code: 'unattributed-responses', severity: 'note', variant: names.length === 1 ? names[0] : null, rounds: [], message }]
}

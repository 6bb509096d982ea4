import { workerDisturbances, type Disturbance, type LossKind } from '../../concepts/disturbances.ts'
import { counted, list } from '../../concepts/wording.ts'
import { grouped, interval } from './numbers.ts'
import type { Losses } from '../../concepts/losses.ts'

// The sentences about what is lost, for console, page, Markdown and assertion messages alike.

/** @returns such as "a worker was killed at 4 s" */
export function disturbanceWords({ kind, of, seconds, at }: Disturbance): string {
  if (kind === 'reload') return `all workers were replaced at ${at} s`
  const span = seconds === null ? '' : ` for ${seconds} s`
  return `${of === 'all' ? 'all workers were' : 'a worker was'} ${workerDisturbances[kind].words} at ${at} s${span}`
}

/** @returns a share as a count in so many that it can be pictured, such as "2.6 in 10,000" */
export function inSoMany(share: number): string {
  if (share === 0) return 'none'
  const all = share >= 0.01 ? 100 : 10 ** Math.ceil(Math.log10(1 / share) - 1e-9)
  return all === 100 ? `${Number((100 * share).toPrecision(2))} %` : `${Number((share * all).toPrecision(2))} in ${grouped(all)}`
}

/** @returns such as "clustered lost 0 of 14,210 requests (at most 2.6 in 10,000) and was back to normal in 0.4 s [0.3, 0.6]" */
export function lossSentence(name: string, losses: Losses): string {
  const { requests, lost, byKind, neverBack, recoverySeconds, problems } = losses
  if (problems.length > 0) return `${name}: ${list(problems)}`
  const count = Math.round(lost.value * requests)
  const kinds = (Object.entries(byKind) as [LossKind, number][]).filter(([, own]) => own > 0).map(([kind, own]) => `${grouped(own)} ${kind}`)
  const how = kinds.length > 1 ? `${list(kinds)}; ` : kinds.length === 1 ? `${kinds[0].replace(/^\S+ /, '')}; ` : ''
  const back = neverBack > 0 ? `did not come back in ${counted(neverBack, 'round')}`
    : recoverySeconds === null ? 'was not seen to come back' : `was back to normal in ${recoverySeconds.value.toFixed(1)} s ${interval(recoverySeconds.interval)}`
  return `${name} lost ${grouped(count)} of ${grouped(requests)} requests (${how}at most ${inSoMany(lost.interval[1])}) and ${back}`
}

import { counted, percent } from '../concepts/wording.ts'
import { sum } from '../statistics/descriptive.ts'
import type { Disturbance } from '../concepts/disturbances.ts'
import type { Variant } from '../concepts/settings.ts'
import type { Round } from './losses.ts'

type About = { disturbance: Disturbance, variant: Pick<Variant, 'name' | 'mode'> }

/** @returns sentences about what was seen beside the lost requests, and explains how a variant came through, most telling first */
export function notesOn(rounds: readonly Round[], { disturbance: { seconds }, variant: { name } }: About): string[] {
  const missing = rounds.filter(({ workers }) => workers !== null && workers.after < workers.before).length
  const stuck = sum(rounds.map((own) => own.stuck))
  const timedOut = sum(rounds.map(({ lost }) => lost['timed out'].fresh + lost['timed out'].kept))
  const stayed = rounds.flatMap(({ newcomers, workers, kind: own }) => (own === 'reload' || newcomers === null || workers === null || workers.after < 2 ? [] : [{ newcomers, fair: 1 / workers.after }]))
  const few = stayed.length > 0 && sum(stayed.map((own) => own.newcomers)) < 0.6 * sum(stayed.map(({ fair }) => fair))
  const share = sum(stayed.map((own) => own.newcomers)) / stayed.length
  const isDropping = rounds.some(({ migrates, causes }) => migrates === false && causes['not-accepted'] !== undefined)
  const silent = Math.max(0, ...rounds.flatMap(({ outageSeconds }) => outageSeconds ?? []))
  return [
    ...(missing === 0 ? [] : [`No worker came in the place of one that was gone, in ${counted(missing, 'round')}.`]),
    ...(silent < 0.01 ? [] : [`For up to ${silent.toFixed(1)} s nobody listened.`]),
    ...(isDropping ? ['Connections that wait to be accepted are reset when their worker leaves the shared port: net.ipv4.tcp_migrate_req is 0; where it is 1, the kernel gives them to another.'] : []),
    ...(rounds.some(({ leaving }) => leaving !== null && leaving.seconds === null) ? ['An old worker had been told to leave, and was still there when the load ended.'] : []),
    ...(stuck === 0 ? [] : [`${counted(stuck, 'request')} waited in a frozen worker until it went on` +
      `${timedOut === 0 ? `: their time-out is longer than the ${seconds} s of the freeze, so they were not lost` : ''}.`]),
    ...(few ? [`The users of the worker that was gone went to the others, and stay there on their kept connections: a new worker of ${name} ` +
      `gave ${percent(share)} of the last second's answers.`] : [])
  ]
}

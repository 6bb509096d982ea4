import { addCounts } from '../concepts/failures.ts'
import type { LoadOutcome, Share } from '../messages/load.ts'

type Part = Record<string, any>

/**
 * @returns what of the users and of the payload is for one of several machines, divided as Artillery does among threads
 */
export function shareOf({ phases, payload }: { phases?: Part[]; payload?: Part[] }, { of, place }: Share) {
  const wholeOf = (count: number) => Math.floor((count * (place + 1)) / of) - Math.floor((count * place) / of)
  const phaseOf = (phase: Part) => {
    const { arrivalCount, maxVusers, worker, totalWorkers } = phase
    const rates = ['arrivalRate', 'rampTo'].filter((key) => phase[key] !== undefined)
    const users = arrivalCount === undefined ? null : wholeOf(arrivalCount)
    // It throws where nobody comes.
    if (users === 0) return { name: phase.name, pause: phase.duration }
    return {
      ...phase,
      ...Object.fromEntries(rates.map((key) => [key, phase[key] / of])),
      ...(users && { arrivalCount: users }),
      ...(maxVusers && { maxVusers: Math.max(1, wholeOf(maxVusers)) }),
      // By which a ramp rounds.
      ...(worker && { worker: (worker - 1) * of + place + 1, totalWorkers: totalWorkers * of })
    }
  }
  const rowsOf = (data: unknown[]) => data.filter((_, row) => row % of === place % data.length)
  return {
    phases: phases?.map(phaseOf),
    payload: payload?.map((own) => (own.data ? { ...own, data: rowsOf(own.data) } : own))
  }
}

/** @returns what several machines made together, each a share of it */
export function addOutcomes(all: LoadOutcome[]): LoadOutcome {
  const each = <Key extends keyof LoadOutcome>(key: Key) => all.map((outcome) => outcome[key])
  const sessions = each('shortestSessionMs').filter((ms) => ms !== null)
  return {
    errors: addCounts(each('errors')),
    responses: {
      byStatus: addCounts(each('responses').map(({ byStatus }) => byStatus)),
      ...addCounts(each('responses').map(({ bytes }) => ({ bytes })))
    },
    ...addCounts(all.map(({ users, skippedUsers }) => ({ users, skippedUsers }))),
    shortestSessionMs: sessions.length === 0 ? null : Math.min(...sessions),
    beganMs: Math.min(...each('beganMs')),
    lastArrivalMs: Math.max(...each('lastArrivalMs')),
    endedMs: Math.max(...each('endedMs'))
  }
}

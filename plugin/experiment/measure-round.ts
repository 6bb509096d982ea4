import { counted } from '../concepts/wording.ts'
import { readSlices } from '../generator/read-load.ts'
import { rounded, sum } from '../statistics/descriptive.ts'
import { checkResponses, generationOf, thisMoment, type Workplace } from './measure-run.ts'
import { pathsOf, runOf, type Turn } from './run-of.ts'
import { checkTogether, NotInTurns, startTogether, targetsOf } from './start-together.ts'
import { watchSlices } from './watch-slices.ts'
import type { RunningVariant } from '../app/modes.ts'
import type { Run } from '../concepts/run.ts'
import type { Target } from '../concepts/settings.ts'
import type { SeenRound } from '../generator/load-generator.ts'
import type { Slice } from '../generator/run-order.ts'

/** That a slice waits for what is under way: as long as a user waits for an answer, by Artillery's default. */
const mostSeconds = 10

/**
 * A round in slices: all variants are started together, each at a port of its own, and loaded in turns, while the
 * others rest.
 *
 * @param turns of all variants, in the order of this round
 * @param slices by the places of the turns
 * @returns a run each, in the same order
 * @throws NotInTurns, in the first round: later ones must not be mixed with it; and what loadApp does
 */
export async function measureRound(turns: Turn[], slices: Slice[], workplace: Workplace): Promise<Run[]> {
  const [{ settings, round }] = turns
  const { target } = settings
  const begun = performance.now()
  const moment = thisMoment()
  const death = new AbortController()
  const end = AbortSignal.any([workplace.signal, death.signal])
  const targets = await targetsOf(turns, target)
  const generations = turns.map((turn, i) => {
    const where = { targets: targets[i], strays: [target, ...targets.flat()] }
    const times = { originMs: moment.originMs, warmUpSeconds: 0, loadSeconds: null }
    const order = { ...pathsOf(turn.files, workplace), ...times, ...where }
    return generationOf(turn, { order, metered: null }, workplace)
  })
  const makeRound = workplace.loadGenerator.prepareRound(generations, end)
  const running: RunningVariant[] = []
  let loaded: number | null = null
  try {
    await startTogether(turns, targets, running, workplace, { end, death, loaded: () => loaded })
    if (round === 1) checkTogether(turns, running)
    const watch = watchSlices(running.map(({ kin }) => kin))
    const made = await makeRound({
      slices,
      mostSeconds,
      heard: (slice) => {
        if (slice.step === 'opens' || slice.step === 'rests') loaded = slice.step === 'opens' ? slice.load : null
        watch.heard(slice)
      }
    })
    if (made === null) throw new NotInTurns('this Artillery makes one load at a time')
    const observed = running.map(({ readySeconds, reported }) => ({ readySeconds, ...reported() }))
    const killed = await Promise.all(running.map(({ stop }) => stop()))
    const wallSeconds = (performance.now() - begun) / 1000 / turns.length
    const seen = watch
      .seen()
      .map((system, i) => ({ ...moment, wallSeconds, ...observed[i], killed: killed[i], ...system }))
    const runs = await runsOf(turns, made, { targets, seen }, workplace)
    if (round === 1)
      checkStrays(
        runs,
        observed.map(({ workerPids }) => workerPids)
      )
    return runs
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    // Loads that were prepared, but never made, end with their generator.
    death.abort()
  }
}

type SeenRun = Omit<Parameters<typeof runOf>[1], 'outcome' | 'load' | 'disturbed' | 'turnSeconds'>

async function runsOf(
  turns: Turn[],
  { outcomes, slices }: SeenRound,
  { targets, seen }: { targets: Target[][]; seen: SeenRun[] },
  workplace: Workplace
) {
  const loads = await Promise.all(
    turns.map(({ files }, i) => {
      const counting = slices.filter(({ load, counts }) => load === i && counts)
      return readSlices({ ...pathsOf(files, workplace), originMs: seen[i].originMs }, outcomes[i], counting)
    })
  )
  // What is summarised apart must be so of all variants.
  const firstRequestsApart = turns[0].firstRequestsApart ?? loads[0].keepsConnections
  return Promise.all(
    turns.map((turn, i) => {
      const outcome = outcomes[i]
      const load = loads[i]
      if (turn.round === 1) checkRefused({ ...outcome.errors, ...load.failureKinds }, turn)
      checkResponses(load, {
        variant: turn.variant,
        when: `in round ${turn.round}`,
        targets: targets[i],
        errors: outcome.errors,
        isMetered: false
      })
      const own = slices.filter((slice) => slice.load === i)
      const turnSeconds = rounded(sum(own.map(({ openMs, restMs }) => restMs - openMs)) / 1000)
      return runOf(
        { ...turn, firstRequestsApart },
        { ...seen[i], turnSeconds, outcome, load, disturbed: [] },
        workplace
      )
    })
  )
}

/** A redirect, or a URL in the script, may name the port of config.target itself. @throws NotInTurns */
function checkRefused({ ECONNREFUSED: refused = 0 }: Record<string, number>, { variant, settings }: Turn) {
  if (refused === 0) return
  const requests = `${counted(refused, 'request')} of ${variant.name} ${refused === 1 ? 'was' : 'were'} refused`
  throw new NotInTurns(`${requests}: a URL or a redirect may name port ${settings.target.port} itself`)
}

/** Or that of another variant. @param pids of the processes of each. @throws NotInTurns */
function checkStrays(runs: Run[], pids: string[][]) {
  for (const [i, { variant, workers }] of runs.entries()) {
    const answeredBy = (own: string[]) =>
      workers.some(({ pid, requests }) => requests > 0 && own.includes(pid) && !pids[i].includes(pid))
    const other = pids.findIndex((own, j) => j !== i && answeredBy(own))
    if (other !== -1) throw new NotInTurns(`requests of ${variant} were answered by ${runs[other].variant}`)
  }
}

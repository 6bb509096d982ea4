import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLines, readTelemetry } from '../record/telemetry.ts'
import { samplesHeader } from '../record/samples.ts'
import { loadApps, type Loaded, type Workplace } from './load-apps.ts'
import { ownLoad } from '../questions/concepts.ts'
import type { Answer } from '../concepts/run.ts'

/** Long enough for files, name services and the clock of the processor to warm up. */
const fewUsers = { atMostSeconds: 1.5, phases: [{ duration: 1, arrivalCount: 4 }] }
/** Where it takes so long until the app has answered, no more requests begin; those under way are finished. */
const mostSeconds = 5
/** Until all users of the script have come: where it decides how long the runs are, it is loaded as they are. */
const allUsers = { atMostSeconds: 1, phases: null }

/** So long it may take until each user has gone through a flow of several requests. */
const flowSeconds = 10

/** How fast the slowest variant is, when all users have come, about. */
export type Pace = typeof unknownPace

export const unknownPace = {
  responsesPerSecond: Infinity,
  passSeconds: 0, // of a pass through the flow; 0: a single request is all of it, or it is not asked for
  slowestSeconds: 0, // of the slowest request, to the last byte of its body; 0: unknown
  bodyShare: 0 // of the time until last bytes; 0: unknown
}

export const slowerOf = (one: Pace, other: Pace) => ({
  responsesPerSecond: Math.min(one.responsesPerSecond, other.responsesPerSecond),
  passSeconds: Math.max(one.passSeconds, other.passSeconds),
  slowestSeconds: Math.max(one.slowestSeconds, other.slowestSeconds),
  bodyShare: Math.max(one.bodyShare, other.bodyShare)
})

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what can't work
 * is found before the user has waited.
 *
 * @returns answers: in their order; empty where they need not be the same, or can't be seen
 */
export async function warmUp(wanted: Loaded, workplace: Workplace): Promise<Pace & { answers: Answer[] }> {
  const { compareAnswers, lengthIsFree } = wanted.settings
  const { loop, cycle } = wanted.scenario
  const [samplesFile, telemetryFile, answers] = ['warm-up.csv', 'telemetry.ndjson', 'answers.ndjson'].map((name) =>
    join(workplace.folder, name)
  )
  writeFileSync(samplesFile, samplesHeader)
  for (const file of [telemetryFile, answers]) writeFileSync(file, '')
  const files = { samplesFile, telemetryFile, answersFile: compareAnswers ? answers : null }
  const isFlow = lengthIsFree && loop !== null && cycle !== 1
  const endlessSeconds = isFlow ? flowSeconds : mostSeconds
  const loadSeconds = ownLoad(wanted.scenario) === null ? null : endlessSeconds
  const users = lengthIsFree ? { ...allUsers, passes: isFlow ? loop.users : 0 } : fewUsers
  const short = { ...users, leaveOutSeconds: 0, loadSeconds, when: 'while warming up' }
  const made = await loadApps([{ ...wanted, ...short, files }], null, workplace).catch((error: unknown) => ({ error }))
  // What a hook needs shows when it runs. Whatever came of that, Artillery's client may do it.
  const lacks = readTelemetry(telemetryFile).filter((line) => line.source === 'lack')
  if (!workplace.signal.aborted && workplace.loadGenerator.learn(lacks)) return warmUp(wanted, workplace)
  if ('error' in made) throw made.error
  const { requests, failures, span, passes, slowestMs, bodyShare } = made[0].load
  const seconds = (span.toMs - span.fromMs) / 1000
  const ended = passes == null ? 0 : passes.through + passes.failed
  return {
    answers: parseLines(readFileSync(answers, 'utf8')),
    // While they come, half of them are there on average.
    responsesPerSecond: ((isFlow ? 1 : 2) * (requests - failures)) / seconds,
    // Those that ended are the quick ones, as long as most have not.
    passSeconds: isFlow ? Math.max(passes?.seconds ?? 0, ended < loop.users ? seconds : 0) : 0,
    slowestSeconds: slowestMs / 1000,
    bodyShare
  }
}

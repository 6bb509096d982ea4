import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { lengthVariable } from '../concepts/generators.ts'
import { roundsMap } from './option-shapes.ts'
import { arrivalSeconds, loopsIn, secondsOf } from './phases.ts'
import { complete, refuse } from './shapes.ts'
import { fewestRounds, mostRounds, usualWarmUpSeconds } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

const usualSeconds = 30 // for each variant of each scenario, where the length of its runs is free
const asTimeAllows = { min: fewestRounds, max: mostRounds }

type Length = Pick<Settings, 'rounds' | 'time' | 'lengthIsFree'>
type Counted = { variants: unknown[], scenarios: unknown[] }

/** How long a comparison goes on: as many rounds as were asked for, or as its time allows. */
export function readLength(written: Record<string, any>, source: ScriptSource, { variants, scenarios }: Counted): Length {
  const { rounds, time, generator } = written
  if (rounds !== undefined && time !== undefined) {
    refuse('plugins.speedup.rounds and plugins.speedup.time are both set, and both say when it ends. Leave one of them out.')
  }
  const lengthIsFree = generator === undefined && isLengthFree(source)
  if (time !== undefined) return { rounds: asTimeAllows, time: { seconds: typeof time === 'number' ? time : secondsOf(time), isGiven: true }, lengthIsFree }
  if (rounds !== undefined || !lengthIsFree) return { rounds: readRounds(rounds), time: null, lengthIsFree: false }
  return { rounds: asTimeAllows, time: { seconds: usualSeconds * variants.length * scenarios.length, isGiven: false }, lengthIsFree }
}

function readRounds(given: number | { min?: number, max?: number } | undefined) {
  if (typeof given === 'number') return { min: given, max: given }
  const { min, max: usual } = complete(roundsMap, given)
  const { max = Math.max(min, usual) } = given ?? {}
  if (min > max) refuse(`plugins.speedup.rounds.min is ${min}, above rounds.max, which is ${max}. Lower min or raise max.`)
  return { min, max }
}

/** Whether users ask in loops that go on as long as LOAD_SECONDS says, and nobody else says it. */
function isLengthFree({ script, configFile, env = {} }: ScriptSource): boolean {
  const { processor, variables, phases } = script.config
  // Users who come for longer would still come while it counts.
  if (arrivalSeconds(phases) > usualWarmUpSeconds) return false
  if (typeof processor !== 'string' || env[lengthVariable] !== undefined || variables?.loadSeconds !== undefined) return false
  if (!loopsIn(script.scenarios).some(({ whileTrue }) => whileTrue !== undefined)) return false
  try {
    return readFileSync(resolve(dirname(configFile), processor), 'utf8').includes(lengthVariable)
  } catch {
    // Artillery says what is wrong with it.
    return false
  }
}

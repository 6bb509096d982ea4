import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkResponses, generationOf, thisMoment, type Loaded, type Workplace } from '../../experiment/load-apps.ts'
import type { LooksBeside, SearchContext } from '../../experiment/loads.ts'
import { readLoad } from '../../measure/read-load.ts'
import { samplesHeader } from '../../record/samples.ts'
import { addCounts } from '../../concepts/failures.ts'
import { phasesOf } from '../../concepts/load-description.ts'
import { cyclesOfStart, measureGrowth, usualRequests, usualRounds, type Subject } from './app.ts'

/** Until users have come; or where a pass takes longer, in passes. */
const [comingSeconds, passes] = [0.3, 1.5]
/** What a cycle takes beside its load, and a start beside its cycles. */
const [cycleSeconds, startSeconds] = [0.2, 1]

/** Of a load, which is about one cycle. */
const loadSecondsOf = ({ passSeconds, responsesPerSecond }: SearchContext['pace']) =>
  Math.max(comingSeconds + usualRequests(responsesPerSecond) / responsesPerSecond, passes * passSeconds)

export const growthBeside: LooksBeside = {
  seconds: ({ variants, growth }, pace) =>
    growth ? usualRounds * variants.length * (startSeconds + cyclesOfStart * (cycleSeconds + loadSecondsOf(pace))) : 0,

  /** What each request leaves in the processes of each variant, as its users send it. */
  async *measure(scenario, { settings, pace, workplace }) {
    const { variants, growth } = settings
    if (!growth) return
    yield { event: 'begins', round: 'growth', variant: '' }
    const subjects = variants.map((variant) => loaded({ settings, scenario, variant }, loadSecondsOf(pace), workplace))
    const look = { rounds: usualRounds, requests: usualRequests(pace.responsesPerSecond) }
    const rounds = await measureGrowth(subjects, look, workplace.signal)
    const seen = Object.fromEntries(variants.map(({ name }, i) => [name, rounds[i]]))
    yield { event: 'beside', scenario, seen: { growth: seen } }
  }
}

/** Whose users come and go, as they do in rounds, for each cycle. */
const loaded = (of: Loaded, loadSeconds: number, workplace: Workplace): Subject => ({
  settings: { ...of.settings, variants: [of.variant] },
  async openUsers(signal) {
    const { settings, scenario, variant } = of
    const failures: Record<string, number> = {}
    const [samplesFile, telemetryFile] = ['growth.csv', 'growth.ndjson'].map((name) => join(workplace.folder, name))
    const files = { samplesFile, telemetryFile, answersFile: null }
    const phases = scenario.loop && phasesOf({ ...scenario.loop, seconds: loadSeconds })
    let sent = 0
    return {
      failures,
      leave: () => {}, // with their load, which the signal ends
      async sendUntil(count) {
        while (sent < count) {
          writeFileSync(samplesFile, samplesHeader)
          writeFileSync(telemetryFile, '')
          const order = { ...files, warmUpSeconds: 0, loadSeconds, ...thisMoment(), targets: [settings.target] }
          const generation = { ...generationOf(of, order, workplace), phases }
          const made = await workplace.loadGenerator.prepare([generation], null, signal)(() => {})
          const load = await readLoad(order, null, { warmUp: null, load: null })
          checkResponses(load, {
            variant,
            when: 'after the rounds',
            targets: order.targets,
            errors: made?.outcomes[0].errors ?? {}
          })
          sent += load.requests
          Object.assign(failures, addCounts([failures, load.failureKinds]))
        }
        return sent
      }
    }
  }
})

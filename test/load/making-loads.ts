import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { samplesHeader } from '../../plugin/record/samples.ts'
import type { Generation } from '../../plugin/load/run-generator.ts'
import type { LoadTarget } from '../../plugin/messages/load.ts'
import { LoadGenerator, makerOf } from '../../plugin/load/load-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { artillery } from '../support/project.ts'
import type { temporaryFolder } from '../support/folder.ts'

export { artillery }

export const target = { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030 }

/** @returns what a load on the target has to be told, with empty files of its own */
export function aGeneration(
  folder: Pick<ReturnType<typeof temporaryFolder>, 'write'>,
  own: LoadTarget = target,
  { command = artillery, script = {}, scriptFile = folder.write('job.json', JSON.stringify(script)) } = {}
) {
  const files = {
    samplesFile: folder.write(`samples-${Math.random()}.csv`, samplesHeader),
    telemetryFile: folder.write(`telemetry-${Math.random()}.ndjson`, ''),
    answersFile: null
  }
  const times = { originMs: clockMs(), startedAtMs: Date.now(), warmUpSeconds: 0, loadSeconds: null, isMix: false }
  return {
    order: {
      artillery: command,
      ...files,
      ...times,
      targets: [own],
      pidHeader: 'x-worker-pid',
      client: 'auto' as const
    },
    maker: makerOf(null),
    commandLine: { scriptFile, flags: {}, targetUrl: own.url, only: null, overrides: null },
    guard: { watch: (_kin: { group: number }) => {}, release: () => {}, watchFolder: () => {}, close: async () => {} },
    logFile: folder.write('log', ''),
    phases: null
  }
}

/** Makes a load with a generator of its own. */
export async function makeAlone(generation: Generation) {
  const generator = new LoadGenerator()
  const made = await generator
    .prepare(
      [generation],
      null,
      new AbortController().signal
    )(() => {})
    .finally(() => generator.kill())
  return made === null ? expect.fail('It was cut short.') : made.outcomes[0]
}

/** @returns what a load has written, in its order */
export const rowsOf = (samplesFile: string) =>
  readFileSync(samplesFile, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, , , , , request]) => request !== 'pass')
    .map(([start, latency, outcome]) => ({ startMs: Number(start), latencyMs: Number(latency), outcome }))

export const refused = (running: Promise<unknown>) =>
  running.then(
    () => expect.fail('It succeeded.'),
    (error) => error
  )

import { expect } from 'chai'
import { runGenerator, type Generation } from '../../plugin/generator/run-generator.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import type { temporaryFolder } from '../support/folder.ts'

export const target = { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030 }

const guard = { watch: () => {}, release: () => {}, watchFolder: () => {}, close: async () => {} }

type Run = Pick<Generation['commandLine'], 'metered' | 'overrides'> & Pick<Generation, 'atMostSeconds' | 'heard'> & { signal: AbortSignal }

/** @returns runs a script that stands for the `artillery` command */
export function standIn(folder: ReturnType<typeof temporaryFolder>) {
  return (script: string, { metered = null, overrides = null, signal = new AbortController().signal, heard = () => {}, ...limits }: Partial<Run> = {}) => {
    const artillery = folder.write('artillery.mjs', script)
    const files = { samplesFile: folder.write('s.csv', samplesHeader), telemetryFile: '/t.ndjson', answersFile: null }
    const order = { artillery, ...files, originMs: 1.5, targets: [target], pidHeader: 'x-worker-pid', client: 'artillery' as const }
    const commandLine = { scriptFile: '/job.yml', flags: {}, targetUrl: target.url, only: null, overrides, metered }
    return runGenerator({ order, commandLine, logFile: folder.write('log', ''), guard, heard, ...limits }, signal)
  }
}

export const refused = (running: Promise<unknown>) => running.then(() => expect.fail('It succeeded.'), (error) => error)

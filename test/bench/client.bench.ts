import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../../plugin/statistics/descriptive.ts'
import { loadByArtillery, loadByAutocannon, type LoadOrder, type LoadResult } from './loads.ts'
import { inTurn, ratiosOf } from './medians.ts'

const recorderProcess = fileURLToPath(new URL('./recorder-process.js', import.meta.url))

/** Requests of a short and a long load. The short one is long enough for the compilers to have done what they do. */
const requests = { cheap: { few: 20_000, many: 100_000 }, dear: { few: 2000, many: 10_000 } }

/**
 * What a request to a bare server costs each client: the slope of its process's CPU time between a short and a long
 * load, so that its start counts for nothing. All by as many connections, in one load thread; and how many it makes a
 * second.
 *
 * @param seconds of each load that is made to see how many it makes
 * @returns ratios: the lean client's CPU over Artillery's, both recording, and over autocannon's; Artillery's with our
 *   recorder over without; requests a second, the lean client's over autocannon's. medianUs: CPU of a request
 */
export async function benchClients(rounds: number, seconds: number) {
  const server = createServer((_request, response) => response.setHeader('x-worker-pid', '1').end('hello')).listen(
    0,
    '127.0.0.1'
  )
  await once(server, 'listening')
  const { port } = server.address() as import('node:net').AddressInfo
  const order = (until: LoadOrder['until']): LoadOrder => ({ port, path: '/', until })
  const cpuOf = async (
    make: (load: LoadOrder) => Promise<LoadResult>,
    { few, many }: { few: number; many: number }
  ) => {
    const [short, long] = [await make(order({ requests: few })), await make(order({ requests: many }))]
    return (long.cpuSeconds - short.cpuSeconds) / (many - few)
  }
  try {
    const cpu = await inTurn(rounds, {
      lean: () => cpuOf((load) => loadByArtillery(load, 'lean'), requests.cheap),
      autocannon: () => cpuOf(loadByAutocannon, requests.cheap),
      recorded: () => cpuOf((load) => loadByArtillery(load, 'artillery'), requests.dear),
      unrecorded: () => cpuOf((load) => loadByArtillery(load, 'unrecorded'), requests.dear)
    })
    const pace = await inTurn(rounds, {
      lean: async () => (await loadByArtillery(order({ seconds }), 'lean')).perSecond,
      autocannon: async () => (await loadByAutocannon(order({ seconds }))).perSecond
    })
    return {
      leanToArtillerys: ratiosOf(cpu.lean, cpu.recorded),
      leanToAutocannons: ratiosOf(cpu.lean, cpu.autocannon),
      recorder: ratiosOf(cpu.recorded, cpu.unrecorded),
      perSecond: ratiosOf(pace.lean, pace.autocannon),
      medianUs: {
        lean: median(cpu.lean) * 1e6,
        autocannon: median(cpu.autocannon) * 1e6,
        artillery: median(cpu.recorded) * 1e6
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/**
 * @returns microseconds of CPU that our recorder spends on a response, from Node's telling of it to the file, in
 * processes of their own
 */
export function benchRecording(rounds: number): number[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const argv = [recorderProcess, join(folder.path, 'samples.csv'), '500000']
  return Array.from({ length: rounds }, () => Number(execFileSync(process.execPath, argv, { encoding: 'utf8' })))
}

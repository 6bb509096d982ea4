import { wholeLoadSeconds } from '../../plugin/concepts/run.ts'
import { readIfThere } from '../../plugin/processes/proc.ts'
import { sum } from '../../plugin/statistics/descriptive.ts'
import { runComparison } from './run-artillery.ts'

/**
 * Runs scenarios/primes.yml with a fixed number of rounds.
 *
 * @param helloPerUser so many requests of /hello instead
 * @returns wall time of the whole command over the sum of its measured loads; requests of all runs; most memory of the
 * outer process
 */
export async function benchComparison(rounds: number, helloPerUser?: number) {
  const flow = [{ loop: [{ get: { url: '/hello' } }], count: helloPerUser }]
  let peakMegabytes = 0
  const { wallSeconds, runs } = await runComparison(
    'scenarios/primes.yml',
    { rounds, thresholds: { p50: null, throughput: null } },
    {
      rest: helloPerUser === undefined ? {} : { scenarios: [{ name: 'hello', flow }] },
      watch: ({ pid }) => setInterval(() => (peakMegabytes = Math.max(peakMegabytes, peakOf(Number(pid)))), 100)
    }
  )
  return {
    wallToLoad: wallSeconds / sum(runs.map(wholeLoadSeconds)),
    requests: sum(runs.map(({ requests }) => requests)),
    peakMegabytes
  }
}

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

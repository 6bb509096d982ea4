// `npm run bench`: every figure is a ratio of two things measured in turn in this one run.
import { availableParallelism, cpus } from 'node:os'
import { benchClusterStart, benchPreload } from './app.bench.js'
import { benchComparison } from './comparison.bench.js'
import { spread } from './medians.js'
import { benchRecorder, benchRecording } from './recorder.bench.js'
import { benchReport } from './report.bench.js'
import { benchSieves, formatSieves } from './sieves.bench.js'

process.env.ARTILLERY_DISABLE_TELEMETRY = 'true'
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}\n`)

print('start to ready, our cluster mode / a bare node:cluster script', 'at most 1.1', spread(await benchClusterStart(20)))
const { preload, telemetry } = await benchPreload(40)
print('requests/s of /hello, with our preload / without', 'at least 0.97', spread(preload.perSecond))
print("requests per second of the app's CPU, with our preload / without", 'at least 0.97', spread(preload.perCpuSecond))
print('requests/s of /hello, with telemetry / tagged only', 'at least 0.99', spread(telemetry.perSecond))
print("requests per second of the app's CPU, with telemetry / tagged only", 'at least 0.99', spread(telemetry.perCpuSecond))
print("generator's CPU per request, with our recorder / without", 'at most 1.03', spread(await benchRecorder(5)))
print('microseconds of CPU to record a response', 'at most 10', spread(benchRecording(9)))
const primes = await benchComparison({ rounds: 4 })
print('wall time of the comparison / sum of its loads (primes, 4 rounds)', 'at most 1.6', primes.wallToLoad.toFixed(2))
const few = await benchComparison({ rounds: 3, helloPerUser: 150 })
const many = await benchComparison({ rounds: 3, helloPerUser: 1500 })
const memory = `${(many.peakMegabytes / few.peakMegabytes).toFixed(2)}  (${few.peakMegabytes.toFixed(0)} and ${many.peakMegabytes.toFixed(0)} MB)`
print(`most memory of the outer process, ${many.requests} requests / ${few.requests}`, 'about 1', memory)
const report = await benchReport(5)
print('page of 2 variants x 5 rounds x 1,200 requests', 'at most 200 kB', `${report.kilobytes.usual.toFixed(0)} kB`)
print('page of 5 variants x 16 workers', 'at most 450 kB', `${report.kilobytes.manyWorkers.toFixed(0)} kB`)
print('page of 2,000,000 requests', 'at most 350 kB', `${report.kilobytes.twoMillionRequests.toFixed(0)} kB`)
print('time to make that page / to read the rows of its samples', 'at most 2', spread(report.ratios))
print('most memory of making that page, or the summaries of its runs', 'at most 300 MB', `${report.peakMegabytes.toFixed(0)} MB`)
console.log(`\n${formatSieves(await benchSieves())}`)

/**
 * @param {string} what
 * @param {string} aim
 * @param {string} figure
 */
function print(what, aim, figure) {
  console.log(`${what.padEnd(70)}${aim.padEnd(16)}${figure}`)
}

// `npm run bench`, or only some parts, as in `npm run bench clients latency`: every figure is a ratio of two things
// measured in turn in this one run. `npm run bench theory` has limits of 20, 100, 200 and 1000 ms; `npm run bench
// theory 100 1000` has these two. `npm run bench growth` finds each leak once, `npm run bench growth 10` four of them
// ten times. `npm run bench rests -- --scenario primes` takes this one of its scenarios.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchClusterStart, benchPreload, benchProfile } from './app.bench.ts'
import { benchClients, benchRecording } from './client.bench.ts'
import { benchComparison } from './comparison.bench.ts'
import { compareFlow, compareShop, flows as someFlows } from './flows.bench.ts'
import { benchGrowth } from './growth.bench.ts'
import { benchLatency } from './latency.bench.ts'
import { spread } from './medians.ts'
import { benchStart } from './start.bench.ts'
import { mean } from '../../plugin/statistics/descriptive.ts'
import { benchPrecision, manners } from './precision.bench.ts'
import { benchRests, longSeconds } from './rests.bench.ts'
import { judgeByBoth } from './rules.bench.ts'
import { benchReport } from './report.bench.ts'
import { tryTheory } from './theory.bench.ts'

const parts = {
  app,
  profile,
  clients,
  latency,
  comparison,
  flows,
  shop,
  precision,
  rules,
  rests,
  report,
  growth,
  theory
}

process.env.ARTILLERY_DISABLE_TELEMETRY = 'true'
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}\n`)
const {
  positionals: words,
  values: { scenario: scenarios }
} = parseArgs({
  allowPositionals: true,
  options: {
    scenario: { type: 'string', multiple: true, default: ['primes', 'hello', 'io', 'read-content', 'json-server'] }
  }
})
const limits = words.map(Number).filter((limit) => limit > 0)
const asked = words.filter((word) => !(Number(word) > 0))
const unknown = asked.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`)
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}

async function app() {
  print(
    'start to ready, our cluster mode / a bare node:cluster script',
    'at most 1.1',
    spread(await benchClusterStart(20))
  )
  const { preload, telemetry } = await benchPreload(40)
  print('requests/s of /hello, with our preload / without', 'at least 0.97', spread(preload.perSecond))
  print(
    "requests per second of the app's CPU, with our preload / without",
    'at least 0.97',
    spread(preload.perCpuSecond)
  )
  print('requests/s of /hello, with telemetry / tagged only', 'at least 0.99', spread(telemetry.perSecond))
  print(
    "requests per second of the app's CPU, with telemetry / tagged only",
    'at least 0.99',
    spread(telemetry.perCpuSecond)
  )
}

/** Of a run that is profiled: an app that hardly computes, and one that computes all the time. */
async function profile() {
  for (const path of ['/hello', '/?max=300000&list=false&sieve=trial-division']) {
    const { profiled, notInlined } = await benchProfile(path, 30)
    print(`requests/s of ${path}, with V8's profiler / without`, '', spread(profiled.perSecond))
    print(`CPU per request of ${path}, with V8's profiler / without`, '', spread(profiled.cpuPerRequest))
    print('of that, requests/s without inlining alone / usual', '', spread(notInlined.perSecond))
    print('of that, CPU per request without inlining alone / usual', '', spread(notInlined.cpuPerRequest))
  }
}

async function clients() {
  const { leanToArtillerys, leanToAutocannons, recorder, perSecond, medianUs } = await benchClients(5, 4)
  print("CPU per request, our lean client / Artillery's, both recording", 'at most 0.1', spread(leanToArtillerys))
  print('CPU per request, our lean client recording / autocannon', 'at most 1.5', spread(leanToAutocannons))
  const microseconds = Object.entries(medianUs).map(([name, us]) => `${name} ${us.toFixed(0)}`)
  print('microseconds of CPU per request', '', microseconds.join(', '))
  print('requests/s of a bare server, our lean client / autocannon', 'at least 0.5', spread(perSecond))
  print("CPU per request of Artillery's client, with our recorder / without", 'at most 1.05', spread(recorder))
  print('microseconds of CPU to record a response', 'at most 10', spread(benchRecording(9)))
  await starts()
}

/** What a request costs the process that makes the load, of ours and of others, from when each load begins. */
async function starts() {
  for (const users of [8, 50]) {
    const found = await benchStart(3, users)
    for (const [window, aim] of [
      ['atOneSecond', "at most autocannon's"],
      ['atTenSeconds', "at most 1.5 of wrk's"]
    ] as const) {
      const each = Object.entries(found).map(([name, cpu]) => `${name} ${cpu[window].toFixed(0)}`)
      const beside = (found.ours[window] / found.wrk[window]).toFixed(2)
      print(
        `CPU per request in us, ${users} users, ${window === 'atOneSecond' ? 1 : 10} s after the load began`,
        aim,
        `${each.join(', ')}; ours / wrk's ${beside}`
      )
    }
  }
}

async function latency() {
  const { lean, artillery } = await benchLatency(5)
  const ms = (values: number[]) => values.map((value) => value.toFixed(2)).join(', ')
  print(
    "ms that latencies have beyond the app's own: lean client, Artillery's, at p50, p95, p99",
    'alike',
    `${ms(lean)} | ${ms(artillery)}`
  )
}

async function comparison() {
  const primes = await benchComparison(4)
  print(
    'wall time of the comparison / sum of its loads (primes, 4 rounds)',
    'at most 1.6',
    primes.wallToLoad.toFixed(2)
  )
  const [few, many] = [await benchComparison(3, 150), await benchComparison(3, 1500)]
  const memory = `${(many.peakMegabytes / few.peakMegabytes).toFixed(2)}  (${few.peakMegabytes.toFixed(0)} and ${many.peakMegabytes.toFixed(0)} MB)`
  print(`most memory of the outer process, ${many.requests} requests / ${few.requests}`, 'about 1', memory)
}

/** What requests leave in memory, beside what it takes apart. */
async function growth() {
  for await (const { leak, size, state, value, interval, isHeld, what } of benchGrowth(limits[0] ?? 0)) {
    const bytes = [value, ...interval, size].map((each) => each.toFixed(1))
    print(
      `bytes that a request leaves, ${leak}: found, apart`,
      isHeld ? 'held' : 'not held',
      `${bytes[0]} [${bytes[1]}, ${bytes[2]}]  ${bytes[3]}  (${(value / size).toFixed(3)}, ${state}) ${what}`
    )
  }
}

/** Speedups of flows of several requests, beside passes that were counted over long loads. */
async function flows() {
  const held = []
  const decided = []
  for (const [i, flow] of someFlows().entries()) {
    const { truth, truths, single, found } = await compareFlow(flow, i === 6 ? 2 : 3)
    for (const { isHeld, isDecided, speedup, interval, baseline, wallSeconds } of found) {
      held.push(isHeld)
      decided.push(isDecided)
      const [low, high] = interval.map((end) => end.toFixed(2))
      print(
        `speedup of ${flow.name}, ${flow.users} users: found, counted`,
        isHeld ? 'held' : 'not held',
        `${speedup.toFixed(2)} [${low}, ${high}]  ${truth.toFixed(2)}  (single ${baseline.toFixed(1)} and ${single.toFixed(1)} passes/s, ${isDecided ? 'decided' : 'undecided'} after ${wallSeconds.toFixed(0)} s; long loads: ${truths.map((each) => each.toFixed(2)).join(', ')})`
      )
    }
  }
  const part = (values: boolean[]) => `${values.filter(Boolean).length} of ${values.length}`
  print('intervals that hold what was counted', '19 of 20', part(held))
  print('verdicts within three minutes', '18 of 20', part(decided))
}

async function shop() {
  const told = await compareShop(10)
  for (const [place, own] of Map.groupBy(told, ({ name, metric }) => `${metric} of ${name}`)) {
    const found = own.map(({ speedup, interval: [low, high], reason }) =>
      [...[speedup, low, high].map((value) => value.toFixed(2)), reason].join(' ')
    )
    const held = own.filter(({ isHeld }) => isHeld).length
    const [{ truth, truths }] = own
    const counted = `${truth.toFixed(2)} (${truths.map((each) => each.toFixed(2)).join(', ')})`
    print(`speedup at ${place}, counted ${counted}`, '9 of 10 held', `${held}: ${found.join(', ')}`)
  }
}

async function precision() {
  for (const scenario of scenarios) {
    // After three rounds, a half-width is itself off by a factor of two: the mean of several, not the luckiest of them.
    const { widths, wallToLoad } = await benchPrecision(scenario, 6)
    for (const [metric, { runs, slices }] of Object.entries(widths)) {
      const percents = [runs, slices].map((each) => `${(100 * Math.expm1(mean(each))).toFixed(1)} %`)
      print(
        `interval of ${scenario}, ${metric}, in a minute: in turns / apart`,
        'at most 0.33',
        `${(mean(slices) / mean(runs)).toFixed(2)}  (±${percents[1]} and ±${percents[0]})`
      )
    }
    for (const manner of manners)
      print(`wall time / load that counts of ${scenario}, ${manner}`, 'at most 2', spread(wallToLoad[manner]))
  }
}

/** The same rounds by both rules: intervals by pairs of turns beside those by rounds alone. */
async function rules() {
  for (const scenario of scenarios) {
    for (const { metric, rounds, byRounds, byPairs } of await judgeByBoth(scenario)) {
      const [now, before] = [byPairs, byRounds].map((half) => `${(100 * Math.expm1(half)).toFixed(1)} %`)
      print(
        `interval of ${scenario}, ${metric}, after ${rounds} rounds: by pairs / by rounds`,
        rounds === 3 ? 'at most 0.5' : 'at most 0.75',
        `${(byPairs / byRounds).toFixed(2)}  (±${now} and ±${before})`
      )
    }
  }
}

/**
 * Whether an app that has just rested is the app under load: within the same launches, short turns beside long ones.
 */
async function rests() {
  for (const scenario of scenarios) {
    for (const {
      metric,
      seconds,
      ratio: [low, centre, high]
    } of await benchRests(scenario, 45)) {
      print(
        `speedup of ${scenario}, ${metric}, in turns of ${seconds} s / of ${longSeconds} s`,
        '0.97 to 1.03',
        `${centre.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
      )
    }
  }
}

/** Capacities of apps that are queues, beside what the theory says of these. */
async function theory() {
  const close = []
  for (let i = 0; i < 5; i++) {
    for (const limitMs of limits.length > 0 ? limits : [20, 100, 200, 1000]) {
      const { tries } = await tryTheory(limitMs, { port: 3046, rounds: limitMs < 100 ? 10 : 6 })
      for (const {
        service,
        found,
        interval: [low, high],
        expected,
        seconds
      } of tries) {
        close.push(Math.abs(found / expected - 1) <= 0.05)
        print(
          `capacity of a queue, ${service} times of 2 ms, p95 ${limitMs} ms: found / expected`,
          '0.95 to 1.05',
          `${(found / expected).toFixed(3)}  (${found.toFixed(0)}/s [${low.toFixed(0)}, ${high.toFixed(0)}] for ${expected.toFixed(0)}/s, ${seconds.toFixed(0)} s)`
        )
      }
    }
  }
  print('of these, within 5 %', 'at least 0.9', (close.filter(Boolean).length / close.length).toFixed(2))
}

async function report() {
  const { kilobytes, ratios, peakMegabytes } = await benchReport(5)
  print('page of 2 variants x 5 rounds x 1,200 requests', 'at most 200 kB', `${kilobytes.usual.toFixed(0)} kB`)
  print('page of 5 variants x 16 workers', 'at most 450 kB', `${kilobytes.manyWorkers.toFixed(0)} kB`)
  print('page of 2,000,000 requests', 'at most 350 kB', `${kilobytes.twoMillionRequests.toFixed(0)} kB`)
  print('time to make that page / to read the rows of its samples', 'at most 2', spread(ratios))
  print(
    'most memory of making that page, or the summaries of its runs',
    'at most 300 MB',
    `${peakMegabytes.toFixed(0)} MB`
  )
}

function print(what: string, aim: string, figure: string) {
  console.log(`${what.padEnd(76)} ${aim.padEnd(16)}${figure}`)
}

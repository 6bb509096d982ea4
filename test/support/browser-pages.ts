import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { before } from 'mocha'
import { readRecord } from '../../plugin/measure/condense-run.ts'
import { renderPage } from '../../plugin/report/page/render-page.ts'
import { temporaryFolder } from './folder.ts'
import { aLoad } from './settings.ts'
import { aCapacityResult } from './capacities.ts'
import { aDisturbedResult, withDisturbances } from './losses.ts'
import { hostileProfiles, someProfiles } from './profiles.ts'
import { writeSyntheticRecord, type SyntheticPlan } from './synthetic-record.ts'
import { startMs } from './synthetic-run.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { ReportData } from '../../plugin/concepts/report-data.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const single = { name: 'single', mode: 'single' as const, workers: 1 }
const clustered = { name: 'clustered', mode: 'cluster' as const, workers: 2 }
/** What may stand in a user's file. */
export const hostile = [`<script>alert(1)</script>"'&`, '🧨 émoji 👩‍👩‍👧', 'מבחן עברית (1) abc', 'x'.repeat(200)]

/** As described by a script all of whose names are hostile, with a flow that is long enough to be folded away. */
const hostileLoad = aLoad({
  phases: [
    { name: hostile[0], seconds: 90, isPause: false, arrivalCount: null, arrivalRate: 5, rampTo: 50, maxVusers: 200 }
  ],
  flows: hostile.map((scenario) => ({
    scenario,
    weight: 2,
    users: null,
    seconds: null,
    steps: hostile
      .concat(hostile)
      .map((name) => ({
        step: 'POST',
        detail: `/${name}`,
        names: { query: [name], headers: [name], cookies: [name], body: [name] },
        steps: []
      }))
  })),
  headers: hostile,
  variables: hostile
})

export const plans: Record<string, SyntheticPlan> = {
  pass: {
    variants: [single, clustered],
    rounds: 4,
    requests: 600,
    seed: 1,
    thresholds: { p95: 1.2, throughput: 1.1 },
    profiles: someProfiles()
  },
  hostile: {
    variants: [{ ...single, name: hostile[0] }, ...hostile.slice(1).map((name) => ({ ...clustered, name }))],
    rounds: 3,
    requests: 100,
    seed: 4,
    scenarios: hostile.slice(0, 2),
    asked: hostileLoad,
    profiles: hostileProfiles(hostile)
  },
  late: {
    variants: [single, clustered],
    rounds: 4,
    requests: 200,
    seed: 6,
    thresholds: { p95: 1.2 },
    endedEarly: true
  },
  interrupted: { variants: [single, clustered], rounds: 2, requests: 100, seed: 5 },
  // Every way to run an app, with eight candidates, of which three are a sweep; some pass, some fail.
  ways: {
    variants: [
      ...[1, 2, 16].map((workers) => ({ ...clustered, name: `clustered ${workers}`, workers, countOf: 'clustered' })),
      { ...clustered, name: 'no-scheduling', scheduling: 'none', medianMs: 66 },
      { name: 'pm2', mode: 'pm2', workers: 2, medianMs: 62 },
      { name: 'reusePort', mode: 'reusePort', workers: 2, medianMs: 75 },
      {
        name: 'threads',
        mode: 'command',
        workers: 1,
        medianMs: 70,
        detail: 'node ../fixtures-app/server.js --threads 2',
        isAnonymous: true
      },
      { name: 'staging', mode: 'url', workers: 2, medianMs: 50, detail: 'https://staging.example.com' },
      { name: 'ecosystem', mode: 'pm2', workers: 2, medianMs: 64, detail: `ecosystem.config.cjs, app ${hostile[3]}` }
    ],
    rounds: 3,
    requests: 60,
    seed: 7,
    failures: 8,
    thresholds: { p95: 1.2, fairness: 0.3 }
  },
  // As much as a page may have to hold: twelve variants in five scenarios.
  many: {
    variants: [
      single,
      ...Array.from({ length: 11 }, (_, i) => ({ ...clustered, name: `cluster of ${i + 2}`, workers: i + 2 }))
    ],
    rounds: 3,
    requests: 60,
    seed: 12,
    scenarios: ['list', 'search', 'buy', 'log in', 'an endpoint with a long name'],
    thresholds: { p95: 1.2 }
  },
  loads: {
    variants: [
      { ...single, name: hostile[1] },
      { ...clustered, name: hostile[2] }
    ],
    rounds: 3,
    requests: 100,
    seed: 8,
    scenarios: [hostile[0]],
    load: [0.5, 1, 2]
  },
  searched: {
    variants: [
      { ...single, name: hostile[1] },
      { ...clustered, name: hostile[3] }
    ],
    rounds: 3,
    requests: 200,
    seed: 11,
    scenarios: hostile.slice(0, 1)
  },
  disturbed: {
    variants: [
      { ...single, name: hostile[2] },
      { ...clustered, name: hostile[3] }
    ],
    rounds: 3,
    requests: 2000,
    seed: 9,
    medianMs: 60,
    failures: 200,
    scenarios: hostile.slice(0, 2)
  }
}

/** In a describe block: the pages of these plans, made before the tests. */
export function makePages(
  names: readonly string[]
): Record<string, { url: string; file: string; comparison: Comparison; runs: Run[] }> {
  const folder = temporaryFolder()
  const pages: ReturnType<typeof makePages> = {}
  before(async () => {
    for (const name of names) {
      const record = folder.path(name)
      const { comparison, runs } = writeSyntheticRecord(record, plans[name])
      const file = join(record, 'index.html')
      writeFileSync(
        file,
        renderPage(
          name === 'disturbed'
            ? await readDisturbed(record, runs)
            : name === 'searched'
              ? searched(await readRecord(record))
              : await readRecord(record)
        )
      )
      pages[name] = { url: pathToFileURL(file).href, file, comparison, runs }
    }
  })
  return pages
}

/** @returns the record as it would be if its first round had been a search for the capacity */
function searched({ comparison, runs }: ReportData): ReportData {
  const scenarios = comparison.scenarios.map((result) => {
    const { variants, ...rest } = aCapacityResult()
    const named = variants.map((found, i) => ({ ...found, variant: result.variants[i].name }))
    const candidates = result.candidates.map((candidate) => ({
      ...candidate,
      estimates: [{ ...candidate.estimates[0], metric: 'capacity' as const }]
    }))
    return { ...result, candidates, capacity: { ...rest, variants: named } }
  })
  return {
    comparison: { ...comparison, scenarios },
    runs: runs.map((detail) => ({ ...detail, run: { ...detail.run, round: detail.run.round - 1 } }))
  }
}

/** @returns the record as it would be if its apps had been disturbed */
async function readDisturbed(record: string, runs: readonly Run[]): Promise<ReportData> {
  writeFileSync(
    join(record, 'runs.ndjson'),
    runs.map((run) => `${JSON.stringify(withDisturbances(run, run.originMs + startMs))}\n`).join('')
  )
  const file = join(record, 'comparison.json')
  const comparison: Comparison = JSON.parse(readFileSync(file, 'utf8'))
  const scenarios = comparison.scenarios.map(({ scenario, baseline, candidates: [{ name }] }) => {
    const { candidates, losses, ...rest } = aDisturbedResult(undefined, { scenario, baseline })
    return {
      ...rest,
      candidates: [{ ...candidates[0], name }],
      losses: losses && losses.map((own, i) => ({ ...own, variant: [baseline, name][i] }))
    }
  })
  writeFileSync(file, JSON.stringify({ ...comparison, scenarios }))
  return readRecord(record)
}

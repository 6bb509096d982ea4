// The reports that the docs show, each of a real comparison. A new one is a row here and a place in docs/site/sidebar.ts.
import { makeSlowerCommit } from './slower-commit.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

export interface Example {
  name: string // of its folder
  script: string // from the repository's folder, or from where `make` writes it
  verdict: Verdict | null // null: nothing is demanded, so there is none
  speedup?: object // in place of the script's own options
  make?: (script: string) => void // writes the script and what it needs, into an empty folder
  isWhole?: true // kept with its runs and samples, so that the page can be made again, and with a picture
}

export const examples: Example[] = [
  { name: 'yes', script: 'scenarios/primes.yml', verdict: 'pass', isWhole: true },
  { name: 'no', script: 'scenarios/io.yml', verdict: null },
  {
    name: 'inconclusive',
    script: 'scenarios/read-content.yml',
    verdict: 'inconclusive',
    // About what it is, so that no time is long enough.
    speedup: { thresholds: { throughput: 1.05 }, time: '40s' }
  },
  { name: 'scaling', script: 'scenarios/scaling.yml', verdict: null },
  { name: 'crossover', script: 'scenarios/crossover.yml', verdict: null },
  { name: 'capacity', script: 'scenarios/capacity.yml', verdict: 'pass' },
  { name: 'deploy', script: 'scenarios/deploy.yml', verdict: 'pass' },
  { name: 'containers', script: 'scenarios/pods.yml', verdict: null },
  { name: 'requests', script: 'scenarios/shop.yml', verdict: 'pass' },
  { name: 'commit', script: 'shop.yml', verdict: 'fail', make: makeSlowerCommit }
]

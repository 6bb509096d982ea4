import type { Tutorial } from './index.ts'

const figures: [candidate: string, claimed: number][] = [
  ['clustered', 9928],
  ['pm2', 9684]
]

export const readContent: Tutorial = {
  name: 'read-content',
  title: 'Better Stack: is a file read faster with a cluster, and with PM2?',
  source:
    '[Scaling Node.js Applications with Clustering](https://betterstack.com/community/guides/scaling-nodejs/node-clustering/)',
  setUp: 'autocannon with 10 connections for 11 s against a route that reads a short file, on four cores.',
  cores: 4,
  changes: [
    'Artillery with this plugin’s lean client instead of autocannon: 10 users in a closed load, for 8 s.',
    'The file has 10 kB.'
  ],
  claims: figures.map(([candidate, claimed]) => ({
    scenario: 'read content',
    factor: null,
    candidate,
    metric: 'throughput',
    baseline: 8563,
    claimed
  }))
}

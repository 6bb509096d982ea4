import type { Tutorial } from './index.ts'

export const restarts: Tutorial = {
  name: 'restarts',
  title: 'Four of them: a death or a deploy is not noticed',
  source: 'those of LogRocket, jsmanifest, Better Stack, and primes for 50 users',
  setUp: 'They give no figures, but for jsmanifest’s downtime of a deploy: from several seconds to virtually zero, by a graceful shutdown with time-outs.',
  cores: null,
  changes: [
    'None of them tries it under load. 10 users ask again as soon as they have an answer, and 20 new ones a second ask once; a request takes some 2 ms.',
    'In each run all workers are replaced after 3 s, and one is killed after 9 s. `single` is stopped and started for a deploy, and nobody starts it again when it is killed.',
    'The app of `clustered` and `pm2` closes gracefully, as the tutorials say; that of `abrupt`, a cluster as well, leaves at once.'
  ],
  claims: [],
  losses: [
    { after: 'kill', candidate: 'clustered', against: 'single', claimed: 'workers that die are forked again (all four)', promises: 'as many workers' },
    { after: 'reload', candidate: 'clustered', against: 'single', claimed: 'workers recycled one at a time: “minimal or no downtime” (LogRocket)', promises: 'no loss' },
    { after: 'reload', candidate: 'pm2', against: 'single', claimed: 'PM2’s “zero-downtime reloads” (Better Stack)', promises: 'no loss' },
    { after: 'reload', candidate: 'clustered', against: 'abrupt', claimed: 'a graceful shutdown takes “deployment downtime from several seconds to virtually zero” (jsmanifest)', promises: 'no loss' }
  ]
}

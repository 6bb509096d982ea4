import type { Tutorial } from './index.ts'

export const restarts: Tutorial = {
  name: 'restarts',
  title: 'Four of them: a death or a deploy is not noticed',
  source: 'four of these tutorials, by name where one alone says it',
  setUp: 'What they promise beside speed: that one process’s death, or a deploy, is not noticed.',
  cores: null,
  changes: [
    'The load is ours: 10 users ask again as soon as they have an answer, and 20 new ones a second ask once; a request takes some 2 ms.',
    'In each run all workers are replaced after 3 s, and one is killed after 9 s. `single` is stopped and started for a deploy, and nobody starts it again when it is killed.',
    'The app of `clustered` and `pm2` closes gracefully; that of `abrupt`, a cluster as well, leaves at once.'
  ],
  claims: [],
  losses: [
    { after: 'kill', candidate: 'clustered', against: 'single', claimed: 'workers that die are forked again (all four)', promises: 'as many workers' },
    { after: 'reload', candidate: 'clustered', against: 'single', claimed: 'workers recycled one at a time: “minimal or no downtime” (LogRocket)', promises: 'no loss' },
    { after: 'reload', candidate: 'pm2', against: 'single', claimed: 'PM2’s “zero-downtime reloads”', promises: 'no loss' },
    { after: 'reload', candidate: 'clustered', against: 'abrupt', claimed: 'a graceful shutdown with time-outs took “deployment downtime from several seconds to virtually zero” (jsmanifest)', promises: 'seconds saved' }
  ]
}

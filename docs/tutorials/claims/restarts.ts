import type { Tutorial } from './index.ts'

export const restarts: Tutorial = {
  name: 'restarts',
  title: 'Four of them: does a cluster hide a crash or a deploy from users?',
  source: 'four of these tutorials; named where only one makes the claim',
  setUp: 'Besides speed they promise that users do not notice when a process dies or new code is deployed.',
  cores: null,
  changes: [
    'The load is ours: 10 users in a closed load, and 20 new users per second with one request each. A request takes some 2 ms.',
    'In each run all workers are replaced after 3 s, and one is killed after 9 s. For a deploy `single` is stopped and started; nothing starts it again when it is killed.',
    'The app of `clustered` and `pm2` closes gracefully; that of `abrupt`, also a cluster, exits at once.'
  ],
  claims: [],
  losses: [
    {
      after: 'kill',
      candidate: 'clustered',
      against: 'single',
      claimed: 'workers that die are forked again (all four)',
      promises: 'as many workers'
    },
    {
      after: 'reload',
      candidate: 'clustered',
      against: 'single',
      claimed: 'workers recycled one at a time: “minimal or no downtime” (LogRocket)',
      promises: 'no loss'
    },
    {
      after: 'reload',
      candidate: 'pm2',
      against: 'single',
      claimed: 'PM2’s “zero-downtime reloads”',
      promises: 'no loss'
    },
    {
      after: 'reload',
      candidate: 'clustered',
      against: 'abrupt',
      claimed:
        'a graceful shutdown with timeouts took “deployment downtime from several seconds to virtually zero” (jsmanifest)',
      promises: 'seconds saved'
    }
  ]
}

// Limits that no table of the code has: rows of docs/not-supported.md.
import type { LimitRow } from './limits-page.ts'

type Row = [what: string, limit: LimitRow['limit'], more: string]

const rowsAbout = (about: LimitRow['about'], rows: Row[]): LimitRow[] =>
  rows.map(([what, limit, more]) => ({ about, what, limit, more }))

export const byHand: LimitRow[] = [
  ...rowsAbout('environment', [
    ['Linux', 'supported', ''],
    ['macOS', 'untested', 'Use a Linux container, which is untested there, too.'],
    ['Windows with WSL', 'untested', ''],
    ['the right to make cgroups by `systemd-run`', 'untested', ''],
    ['cgroup v2', 'untested on a real kernel', 'Tested on folders that stand for it.'],
    [
      'the GitHub Action, and the jobs for GitHub, GitLab and Jenkins',
      'untested there',
      'Their commands were run in a shell: from a bare clone, npm ci and the comparison.'
    ],
    ['vitest and jest', 'tested with 5.1 and 30.5', ''],
    ["Yarn with Plug'n'Play", 'untested', ''],
    [
      'limits of CPU and memory, as containers have them',
      'on Linux',
      'With [the right to make cgroups](containers.md#what-it-needs).'
    ]
  ]),
  ...rowsAbout('Artillery', [
    [
      'a load that another machine makes (`generator.ssh`)',
      'untested on two machines, and on two architectures',
      '[Built, and tested with an sshd on one](load-machine.md).'
    ],
    ['AWS and Azure platforms', 'untested there', '[Built, and tested with a stand-in](loads.md#load-from-elsewhere).'],
    ['a scenario that sends no request', 'refused', 'What its functions send by themselves is not measured.'],
    ['`ensure`, but on `plugins.speedup.*` metrics', 'refused', 'Use [`limits`](verdicts.md).'],
    [
      'the plugins `publish-metrics` and `slack`, `--record`, Artillery Pro, engines written for Artillery 1',
      'untested',
      ''
    ],
    ['several load generators (`--count`)', 'untested', 'See [Load from elsewhere](loads.md#load-from-elsewhere).']
  ]),
  ...rowsAbout('options', [
    [
      '`commit` and `ecosystem`',
      'refused',
      'An ecosystem file names a script among your files. Set `app.script`, or remove one of them.'
    ],
    ['`dependencies` without `commit`', 'refused', 'Only a commit is installed apart from your files.'],
    ['`disturb` and several numbers of workers', 'refused', 'Set only one number.'],
    ['`disturb` and mode `url`', 'refused', 'An app that runs elsewhere cannot be disturbed.'],
    ['`disturb`, other than a reload, and mode `command`', 'refused', 'Its workers are unknown.'],
    [
      '`disturb` and `generator.client: artillery`',
      'refused',
      "Users of Artillery's client leave when a request is lost, which changes the load."
    ],
    [
      '`capacity` and `levels` and `users`',
      'refused',
      'With `users` the load depends on the app, so levels of it cannot be set.'
    ],
    ['`capacity` without `users`, and a loop with `whileTrue`', 'refused', 'It may never end.'],
    ['a comparison of more than an hour', 'refused, unless you [agree](loads.md#how-long)', '']
  ]),
  ...rowsAbout('modes', [
    ['Docker containers as variants', 'untested', 'They are [a command](variants.md#a-command).'],
    ['PM2', 'tested with 7.0', '5.0 was tried once.'],
    ['Watt, Bun and Deno', 'tested with 3.67, 1.4 and 2.9', '']
  ]),
  ...rowsAbout('values', [['`workers`, `instances`', 'at most 16, or 8 per usable core if that is more', '']]),
  ...rowsAbout('measurement', [
    ['percentiles beyond p99.9', 'out of reach', ''],
    ['losses in fewer than [about one of ten deploys](resilience.md#limits)', 'out of reach', ''],
    [
      'another machine',
      'not promised',
      'A speedup holds for this app, under this load, on these cores. On few cores the load generator takes a visible share, which the report shows.'
    ],
    [
      'Kubernetes',
      'in part',
      "[A container's limits](containers.md) are measured; network, shared nodes and autoscaling are not."
    ],
    ['deployed apps from the inside', 'not seen', 'Why one URL is faster than another cannot be seen from outside.'],
    [
      'memory leaks, long-run behaviour',
      'in part',
      '[What each request leaves in memory](growth.md) is found in a minute or two; what takes hours to show is not, as comparisons last seconds to minutes, with fresh processes each time.'
    ],
    [
      'an app that shares state between requests in memory',
      'in part',
      'It is compared, but if its answers differ, there is [no verdict](codes.md#different-answers).'
    ]
  ])
]

import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { allowedCores, readQuota } from '../../plugin/machine/cores.ts'
import { madeUpProc, type MadeUpProcess } from '../processes/made-up-proc.ts'
import { temporaryFolder } from '../support/folder.ts'

const module = new URL('../../plugin/machine/cores.ts', import.meta.url).href

/** @param list as the kernel writes it */
const status = (list: string) => ({
  'proc/self/status': `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`
})

describe('the cores that may be used', () => {
  const folder = temporaryFolder()
  let machines = 0

  /** @returns of a made-up machine, whose files are named by their path without the root */
  function rootOf(files: Record<string, string>) {
    const root = String(++machines)
    for (const [path, content] of Object.entries({ 'etc/hosts': '', ...files })) {
      mkdirSync(dirname(folder.path(`${root}/${path}`)), { recursive: true })
      folder.write(`${root}/${path}`, content)
    }
    return folder.path(root)
  }
  const coresOf = (files: Record<string, string>) => allowedCores(rootOf(files))

  const lists: [string, number[]][] = [
    ['0-1', [0, 1]],
    ['0,2-3', [0, 2, 3]],
    ['5', [5]],
    ['0-1,8-9,11', [0, 1, 8, 9, 11]]
  ]
  for (const [list, ids] of lists) {
    it(`are those of the affinity list ${list}`, () =>
      expect(coresOf(status(list))).to.eql({ count: ids.length, physicalCores: null, ids, quota: null }))
  }

  it('are what the system offers, with unknown names, where there is no /proc', () => {
    const count = availableParallelism()
    expect(coresOf({})).to.eql({ count, physicalCores: null, ids: null, quota: null })
  })

  it('keep their names under a quota', () => {
    const files = { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '50000 100000\n' }
    const { count, ids } = coresOf({ ...status('2-3'), ...files })
    expect({ count, ids }).to.eql({ count: 0.5, ids: [2, 3] })
  })

  const loose = { 'user.slice/session/app/cpu.max': '200000 100000', 'user.slice/session/cpu.max': 'max 100000' }
  const nested = '0::/user.slice/session/app'
  const v1 = '12:pids:/docker/7\n4:cpu,cpuacct:/docker/7\n1:name=systemd:/docker/7\n0::/'
  const quotaV1 = (group: string, most: number, period = 100_000) => {
    return { [`${group}/cpu.cfs_quota_us`]: String(most), [`${group}/cpu.cfs_period_us`]: String(period) }
  }
  const ofParent = quotaV1('cpu,cpuacct/docker', 300_000, 200_000)
  const containerd = 'system.slice/kubepods:cri-containerd:7'

  /** groups: the lines of /proc/self/cgroup; files: below /sys/fs/cgroup */
  const quotas: [what: string, groups: string, files: Record<string, string>, count: number, affinity?: string][] = [
    ['as many as the affinity says where the kernel has no cgroups', '', {}, 4],
    ['bounded by the quota of a cgroup of version 2', '0::/app', { 'app/cpu.max': '150000 100000' }, 1.5],
    ['bounded by one of less than a core', '0::/app', { 'app/cpu.max': '20000 50000' }, 0.4],
    ['not bounded by a quota of max', '0::/app', { 'app/cpu.max': 'max 100000' }, 4],
    ['not bounded by one above the affinity', '0::/app', { 'app/cpu.max': '800000 100000' }, 4],
    ['bounded by the affinity below a quota', '0::/app', { 'app/cpu.max': '150000 100000' }, 1, '3'],
    ['bounded by the quota of their own group', nested, loose, 2],
    [
      'bounded by the tightest of nested groups at the top',
      nested,
      { ...loose, 'user.slice/cpu.max': '100000 100000' },
      1
    ],
    [
      'bounded by the tightest of nested groups in the middle',
      nested,
      { ...loose, 'user.slice/session/cpu.max': '75000 50000' },
      1.5
    ],
    [
      'not bounded by the quota of a neighbour',
      '0::/a',
      { 'b/cpu.max': '50000 100000', 'a/b/cpu.max': '50000 100000' },
      4
    ],
    ...['/', '/docker/0123abc', '/../../kubepods/pod7'].map((path): (typeof quotas)[0] => [
      `bounded in a container that sees its own group as the root, under the path ${path}`,
      `0::${path}`,
      { 'cpu.max': '150000 100000' },
      1.5
    ]),
    [
      'bounded by a group whose name holds colons',
      `0::/${containerd}`,
      { [`${containerd}/cpu.max`]: '150000 100000' },
      1.5
    ],
    ['bounded by the quota of a cgroup of version 1', v1, quotaV1('cpu,cpuacct/docker/7', 50_000), 0.5],
    ['not bounded by the quota -1 of version 1', v1, quotaV1('cpu,cpuacct/docker/7', -1), 4],
    ['bounded by the parent’s quota of version 1', v1, { ...quotaV1('cpu,cpuacct/docker/7', -1), ...ofParent }, 1.5],
    ['bounded by their own below it', v1, { ...quotaV1('cpu,cpuacct/docker/7', 50_000), ...ofParent }, 0.5],
    [
      'bounded in a container of version 1 that finds its own group at the root',
      '2:cpu:/docker/7\n3:cpuset:/docker/7',
      quotaV1('cpu', 250_000),
      2.5
    ]
  ]
  for (const [what, groups, files, count, affinity = '0-3'] of quotas) {
    it(`are ${what}`, () => {
      const below = Object.fromEntries(
        Object.entries(files).map(([path, content]) => [`sys/fs/cgroup/${path}`, `${content}\n`])
      )
      expect(coresOf({ ...status(affinity), 'proc/self/cgroup': `${groups}\n`, ...below }).count).to.equal(count)
    })
  }

  /** @param siblings of CPUs 0, 1 ..., as the kernel writes them */
  const hyperthreads = (affinity: string, siblings: string[], quota?: string) => {
    const files = siblings.map((list, id) => [
      `sys/devices/system/cpu/cpu${id}/topology/thread_siblings_list`,
      `${list}\n`
    ])
    const limit = quota === undefined ? {} : { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': quota }
    const { count, physicalCores } = coresOf({ ...status(affinity), ...Object.fromEntries(files), ...limit })
    return [count, physicalCores]
  }
  for (const [what, affinity, siblings, expected, quota] of [
    ['both hyperthreads of one core', '0-1', ['0-1', '0-1'], [2, 1]],
    ['hyperthreads that are numbered apart', '0-3', ['0,2', '1,3', '0,2', '1,3'], [4, 2]],
    ['one hyperthread of each core', '0-1', ['0,2', '1,3', '0,2', '1,3'], [2, null]],
    ['cores without hyperthreads', '0-1', ['0', '1'], [2, null]],
    ['fewer than cores under a quota', '0-3', ['0-1', '0-1', '2-3', '2-3'], [1.5, null], '150000 100000'],
    ['more than the core that they share', '0-1', ['0-1', '0-1'], [1.5, 1], '150000 100000']
  ] as [string, string, string[], (number | null)[], string?][])
    it(`may be ${what}`, () => expect(hyperthreads(affinity, siblings, quota)).to.eql(expected))

  it('are one for a process that was started on one', function () {
    if (spawnSync('taskset', ['--version']).error !== undefined) this.skip()
    const [id] = allowedCores().ids ?? []
    const print = `import(${JSON.stringify(module)}).then(({ allowedCores }) => console.log(JSON.stringify(allowedCores())))`
    const { stdout, stderr } = spawnSync('taskset', ['-c', String(id), process.execPath, '-e', print], {
      encoding: 'utf8'
    })
    expect(stderr).to.equal('')
    // A container's quota may leave less of it.
    expect(JSON.parse(stdout))
      .to.include({ count: Math.min(1, allowedCores().count) })
      .and.to.deep.include({ ids: [id] })
  })
})

describe('what a CPU quota around us tells', () => {
  const folder = temporaryFolder()
  /** @param files below /sys/fs/cgroup. @returns what is read of the quota of a process in these groups */
  function read(groups: string, files: Record<string, string>, processes: Record<number, MadeUpProcess> = {}) {
    const proc = madeUpProc(folder, processes)
    const root = `${proc}-root`
    mkdirSync(root)
    renameSync(proc, join(root, 'proc'))
    const all = { 'proc/self/status': status('0-63')['proc/self/status'], 'proc/self/cgroup': `${groups}\n` }
    const below = Object.entries(files).map(([path, text]) => [`sys/fs/cgroup/${path}`, text])
    for (const [path, text] of [...Object.entries(all), ...below]) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), `${text}\n`)
    }
    const { count, quota } = allowedCores(root)
    if (quota === null) return null
    const { usedMs, periods, throttledPeriods, throttledMs } = readQuota(quota, root)
    return { count, usedMs, periods, throttledPeriods, throttledMs }
  }
  const stat = (throttled: string) => `nr_periods 100\nnr_throttled 34\n${throttled}`
  const v1 = { 'cpu.cfs_quota_us': '200000', 'cpu.cfs_period_us': '100000', 'cpu.stat': stat('throttled_time 2500000') }
  const v2 = { 'cpu.max': '200000 100000', 'cpu.stat': stat('throttled_usec 2500\nusage_usec 7000') }
  const under = (path: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}${name}`, text]))
  const used = { 'cpuacct.usage': '7000000' }
  const expected = { count: 2, usedMs: 7, periods: 100, throttledPeriods: 34, throttledMs: 2.5 }
  const tight = under('a/b/', { 'cpu.max': '400000 100000', 'cpu.stat': 'usage_usec 1' })
  for (const [what, groups, files] of [
    ['of version 2', '0::/app', under('app/', v2)],
    ['of version 2 in a container that sees its own group as the root', '0::/', v2],
    ['of version 2 beside version 1', '4:cpuset:/\n0::/app', under('unified/app/', v2)],
    ['of version 1', '4:cpu,cpuacct:/docker/7', under('cpu,cpuacct/docker/7/', { ...v1, ...used })],
    [
      'of version 1 in a container that sees its own group as the root',
      '4:cpu,cpuacct:/docker/7',
      under('cpu,cpuacct/', { ...v1, ...used })
    ],
    ['of the tightest of nested groups', '0::/a/b', { ...under('a/', v2), ...tight }],
    [
      'of the outer of two that allow as much',
      '0::/a/b',
      { ...under('a/', v2), ...tight, 'a/b/cpu.max': '200000 100000' }
    ]
  ] as [string, string, Record<string, string>][])
    it(`is how much was used in it and how often it was used up: ${what}`, () =>
      expect(read(groups, files)).to.eql(expected))

  it('is what its processes used, and those of groups in it, where their CPU time is counted in another group', () => {
    const files = { ...under('cpu/job/', v1), 'cpu/job/cgroup.procs': '7', 'cpu/job/inner/cgroup.procs': '8\n9' }
    const processes = {
      7: { group: 7, ticks: [1, 2, 3, 4] },
      8: { group: 8, ticks: [10, 0, 0, 0] },
      10: { group: 10, ticks: [500, 0, 0, 0] }
    } satisfies Record<number, MadeUpProcess>
    const found = read(
      '4:cpu:/job\n5:cpuacct:/',
      { ...files, ...under('cpuacct/', { 'cpuacct.usage': '99000000' }) },
      processes
    )
    expect(found).to.eql({ ...expected, usedMs: 200 })
  })

  it('is nothing where there is none, or a looser one than the CPUs that may be used', () => {
    expect(read('0::/app', under('app/', { ...v2, 'cpu.max': 'max 100000' }))).to.equal(null)
    expect(read('0::/app', under('app/', { ...v2, 'cpu.max': '6400000 100000' }))).to.equal(null)
    expect(read('4:cpu:/', { 'cpu/cpu.cfs_quota_us': '-1', 'cpu/cpu.cfs_period_us': '100000' })).to.equal(null)
  })
})

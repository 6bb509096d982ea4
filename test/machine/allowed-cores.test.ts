import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { allowedCores } from '../../plugin/machine/watch-machine.ts'
import { temporaryFolder } from '../support/folder.ts'

const module = new URL('../../plugin/machine/watch-machine.ts', import.meta.url).href

/** @param list as the kernel writes it */
const status = (list: string) => ({
  'proc/self/status': `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`
})

describe('the cores that may be used', () => {
  const folder = temporaryFolder()
  let machines = 0

  /** @returns those of a made-up machine, whose files are named by their path without the root */
  function coresOf(files: Record<string, string>) {
    const root = String(++machines)
    for (const [path, content] of Object.entries({ 'etc/hosts': '', ...files })) {
      mkdirSync(dirname(folder.path(`${root}/${path}`)), { recursive: true })
      folder.write(`${root}/${path}`, content)
    }
    return allowedCores(folder.path(root))
  }

  const lists: [string, number[]][] = [
    ['0-1', [0, 1]],
    ['0,2-3', [0, 2, 3]],
    ['5', [5]],
    ['0-1,8-9,11', [0, 1, 8, 9, 11]]
  ]
  for (const [list, ids] of lists) {
    it(`are those of the affinity list ${list}`, () => expect(coresOf(status(list))).to.eql({ count: ids.length, ids }))
  }

  it('are what the system offers, with unknown names, where there is no /proc', () => {
    expect(coresOf({})).to.eql({ count: availableParallelism(), ids: null })
  })

  it('keep their names under a quota', () => {
    const files = { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '50000 100000\n' }
    expect(coresOf({ ...status('2-3'), ...files })).to.eql({ count: 0.5, ids: [2, 3] })
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

  it('are one for a process that was started on one', function () {
    if (spawnSync('taskset', ['--version']).error !== undefined) this.skip()
    const [id] = allowedCores().ids ?? []
    const print = `import(${JSON.stringify(module)}).then(({ allowedCores }) => console.log(JSON.stringify(allowedCores())))`
    const { stdout, stderr } = spawnSync('taskset', ['-c', String(id), process.execPath, '-e', print], {
      encoding: 'utf8'
    })
    expect(stderr).to.equal('')
    // A container's quota may leave less of it.
    expect(JSON.parse(stdout)).to.eql({ count: Math.min(1, allowedCores().count), ids: [id] })
  })
})

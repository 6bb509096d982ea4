import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { allowedCores } from '../../plugin/machine/allowed-cores.ts'
import { temporaryFolder } from '../support/folder.ts'

const file = new URL('../../plugin/machine/allowed-cores.ts', import.meta.url).href

/** @param list as the kernel writes it */
const status = (list: string) => `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`

describe('the cores that may be used', () => {
  const folder = temporaryFolder()
  let machines = 0

  /**
   * @param files of a made-up machine, by their path without the root
   * @returns its root
   */
  function machine(files: Record<string, string>): string {
    const name = String(++machines)
    mkdirSync(folder.path(name))
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(folder.path(`${name}/${path}`)), { recursive: true })
      folder.write(`${name}/${path}`, content)
    }
    return folder.path(name)
  }

  /**
   * @param groups the lines of /proc/self/cgroup
   * @param files below /sys/fs/cgroup
   */
  function countIn(groups: string, files: Record<string, string>, affinity: string = '0-3') {
    const below = Object.fromEntries(Object.entries(files).map(([path, content]) => [`sys/fs/cgroup/${path}`, `${content}\n`]))
    return allowedCores(machine({ 'proc/self/status': status(affinity), 'proc/self/cgroup': `${groups}\n`, ...below })).count
  }

  const lists: [string, number[]][] = [['0-1', [0, 1]], ['0,2-3', [0, 2, 3]], ['5', [5]], ['0-1,8-9,11', [0, 1, 8, 9, 11]]]
  for (const [list, ids] of lists) {
    it(`are those of the affinity list ${list}`, () => {
      expect(allowedCores(machine({ 'proc/self/status': status(list) }))).to.eql({ count: ids.length, ids })
    })
  }

  it('are what the system offers, with unknown names, where there is no /proc', () => {
    expect(allowedCores(machine({}))).to.eql({ count: availableParallelism(), ids: null })
  })

  it('are as many as the affinity says where the kernel has no cgroups', () => {
    expect(allowedCores(machine({ 'proc/self/status': status('0-3'), 'proc/self/cgroup': '' })).count).to.equal(4)
  })

  it('keep their names under a quota', () => {
    const files = { 'proc/self/status': status('2-3'), 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '50000 100000\n' }
    expect(allowedCores(machine(files))).to.eql({ count: 0.5, ids: [2, 3] })
  })

  it('are bounded by the quota of a cgroup of version 2, a fraction too', () => {
    expect(countIn('0::/app', { 'app/cpu.max': '150000 100000' })).to.equal(1.5)
    expect(countIn('0::/app', { 'app/cpu.max': '20000 50000' })).to.equal(0.4)
  })

  it('are not bounded by a quota of max, nor by one above the affinity', () => {
    expect(countIn('0::/app', { 'app/cpu.max': 'max 100000' })).to.equal(4)
    expect(countIn('0::/app', { 'app/cpu.max': '800000 100000' })).to.equal(4)
    expect(countIn('0::/app', { 'app/cpu.max': '150000 100000' }, '3')).to.equal(1)
  })

  it('are bounded by the tightest of nested groups, wherever it is', () => {
    const path = '0::/user.slice/session/app'
    const loose = { 'user.slice/session/app/cpu.max': '200000 100000', 'user.slice/session/cpu.max': 'max 100000' }
    expect(countIn(path, loose)).to.equal(2)
    expect(countIn(path, { ...loose, 'user.slice/cpu.max': '100000 100000' })).to.equal(1)
    expect(countIn(path, { ...loose, 'user.slice/session/cpu.max': '75000 50000' })).to.equal(1.5)
  })

  it('are not bounded by the quota of a neighbour', () => {
    expect(countIn('0::/a', { 'b/cpu.max': '50000 100000', 'a/b/cpu.max': '50000 100000' })).to.equal(4)
  })

  it('are bounded in a container that sees its own group as the root, under whichever path', () => {
    for (const path of ['/', '/docker/0123abc', '/../../kubepods/pod7']) {
      expect(countIn(`0::${path}`, { 'cpu.max': '150000 100000' }), path).to.equal(1.5)
    }
  })

  it('are bounded by a group whose name holds colons, as containerd’s do', () => {
    expect(countIn('0::/system.slice/kubepods:cri-containerd:7', { 'system.slice/kubepods:cri-containerd:7/cpu.max': '150000 100000' })).to.equal(1.5)
  })

  it('are bounded by the quota of a cgroup of version 1, where -1 is none', () => {
    const groups = '12:pids:/docker/7\n4:cpu,cpuacct:/docker/7\n1:name=systemd:/docker/7\n0::/'
    const quota = (most: number) => ({
      'cpu,cpuacct/docker/7/cpu.cfs_quota_us': String(most),
      'cpu,cpuacct/docker/7/cpu.cfs_period_us': '100000'
    })
    expect(countIn(groups, quota(50_000))).to.equal(0.5)
    expect(countIn(groups, quota(-1))).to.equal(4)
    const parents = { 'cpu,cpuacct/docker/cpu.cfs_quota_us': '300000', 'cpu,cpuacct/docker/cpu.cfs_period_us': '200000' }
    expect(countIn(groups, { ...quota(-1), ...parents })).to.equal(1.5)
    expect(countIn(groups, { ...quota(50_000), ...parents })).to.equal(0.5)
  })

  it('are bounded in a container of version 1 that finds its own group at the root', () => {
    const files = { 'cpu/cpu.cfs_quota_us': '250000', 'cpu/cpu.cfs_period_us': '100000' }
    expect(countIn('2:cpu:/docker/7\n3:cpuset:/docker/7', files)).to.equal(2.5)
  })

  it('are one for a process that was started on one', function () {
    if (spawnSync('taskset', ['--version']).error !== undefined) this.skip()
    const [id] = allowedCores().ids ?? []
    const print = `import(${JSON.stringify(file)}).then(({ allowedCores }) => console.log(JSON.stringify(allowedCores())))`
    const { stdout, stderr } = spawnSync('taskset', ['-c', String(id), process.execPath, '-e', print], { encoding: 'utf8' })
    expect(stderr).to.equal('')
    const { count, ids } = JSON.parse(stdout)
    expect(ids).to.eql([id])
    // A container's quota may leave less of it.
    expect(count).to.equal(Math.min(1, allowedCores().count))
  })
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { inGroups, makeGroup, placeFor, type Group } from '../../plugin/processes/cgroups.ts'
import { startGuard } from '../../plugin/processes/guard.ts'
import { temporaryFolder, writeAll, type Files } from '../support/folder.ts'
import type { Resources } from '../../plugin/concepts/settings.ts'

const both = { cpus: 0.5, memoryBytes: 64 * 2 ** 20 }
const groups = (lines: string, files: Files): Files => ({
  'proc/self/cgroup': `${lines}\n`,
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`sys/fs/cgroup/${path}`, text]))
})
const procs = (...folders: string[]) => Object.fromEntries(folders.map((name) => [`${name}/cgroup.procs`, '']))
const handed = (folder: string, controllers: string) => ({ [`${folder}cgroup.subtree_control`]: `${controllers}\n` })

const split = groups('3:memory:/a/b\n2:cpuacct:/\n1:cpu:/\n0::/', {
  ...procs('memory/a/b', 'memory/a', 'cpuacct', 'cpu'),
  ...handed('unified/', '')
})
const combined = groups('4:cpu,cpuacct:/docker/7\n3:memory:/docker/7', procs('cpu,cpuacct', 'memory'))
const nested = groups('0::/user.slice/app.scope', {
  ...handed('', 'cpu memory'),
  ...handed('user.slice/', 'cpuset cpu io memory'),
  ...handed('user.slice/app.scope/', '')
})

describe('cgroups', () => {
  const folder = temporaryFolder()
  let systems = 0

  /** @returns where the groups of a made-up system would be made */
  function placeIn(files: Files, resources: Resources = both) {
    const root = folder.path(String(++systems))
    writeAll(root, files)
    return { root: `${root}/sys/fs/cgroup`, place: placeFor(resources, root) }
  }

  const inUser = { cpu: 'user.slice', memory: 'user.slice' }
  const places: [what: string, files: Files, resources: Partial<Resources>, folders: Record<string, string> | null][] =
    [
      ['in version 1, from their own group on', split, {}, { cpu: 'cpu', cpuacct: 'cpuacct', memory: 'memory/a/b' }],
      [
        'in version 1 with controllers together, in a container that sees its group as the root',
        combined,
        {},
        { cpu: 'cpu,cpuacct', cpuacct: 'cpu,cpuacct', memory: 'memory' }
      ],
      ['in version 2, in the nearest that hands both on', nested, {}, inUser],
      [
        'in version 2, with what is needed alone',
        groups('0::/a', { ...handed('', 'cpu memory'), ...handed('a/', 'memory') }),
        { cpus: null },
        { cpu: 'a', memory: 'a' }
      ],
      [
        'in version 2 beside version 1 without controllers',
        groups('1:name=systemd:/\n0::/', handed('unified/', 'cpu memory')),
        {},
        { cpu: 'unified', memory: 'unified' }
      ],
      ['nowhere in version 2 without memory', groups('0::/', handed('', 'cpu pids')), {}, null],
      ['nowhere in version 2 that hands nothing on', groups('0::/', handed('', '')), { memoryBytes: null }, null],
      ['nowhere in version 1 without cpu', groups('1:memory:/', procs('memory')), {}, null],
      ['nowhere without cgroups', { 'etc/hosts': '' }, {}, null]
    ]
  for (const [what, files, resources, expected] of places) {
    it(`are made ${what}`, () => {
      const { root, place } = placeIn(files, { ...both, ...resources })
      const found = Object.entries(place?.folders ?? {}).map(([controller, path]) => [controller, relative(root, path)])
      expect(place && Object.fromEntries(found)).to.eql(expected)
    })
  }

  const reading = { periods: 31, throttledPeriods: 30, throttledMs: 1500, usedMs: 1550, peakBytes: 65e6, oomKills: 2 }
  const none = Object.fromEntries(Object.keys(reading).map((key) => [key, 0]))
  const counts = 'nr_periods 31\nnr_throttled 30\n'
  const versions: [what: string, files: Files, written: Files, counted: Files][] = [
    [
      'version 1',
      split,
      { 'cpu.cfs_period_us': '100000', 'cpu.cfs_quota_us': '50000', 'memory.limit_in_bytes': '67108864' },
      {
        'cpu.stat': `${counts}throttled_time 1500000000\n`,
        'cpuacct.usage': '1550000000\n',
        'memory.max_usage_in_bytes': '65000000\n',
        'memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 2\n'
      }
    ],
    [
      'version 2',
      nested,
      { 'cpu.max': '50000 100000', 'memory.max': '67108864' },
      {
        'cpu.stat': `usage_usec 1550000\n${counts}throttled_usec 1500000\n`,
        'memory.peak': '65000000\n',
        'memory.events': 'oom 5\noom_kill 2\noom_group_kill 0\n'
      }
    ]
  ]
  for (const [what, files, written, counted] of versions) {
    it(`have the limits in ${what}, are read, 0 where nothing is counted, and removed`, async () => {
      const { place } = placeIn(files)
      const group = makeGroup(place!, both)
      const found = group.folders.flatMap((path) => readdirSync(path).map((name) => [name, `${path}/${name}`]))
      expect(Object.fromEntries(found.map(([name, file]) => [name, readFileSync(file, 'utf8')]))).to.eql(written)
      expect(group.read()).to.deep.include(none)
      // Of the folders, the one of the file's controller.
      for (const [file, text] of Object.entries(counted)) {
        const [controller] = file.split('.')
        const at = group.folders.find((path) => path.startsWith(`${place!.folders[controller]}/`))
        writeAll(String(at), { [file]: text })
      }
      expect(group.read()).to.deep.include(reading)
      // As the kernel's are, which nobody needs to remove.
      for (const path of group.folders) for (const name of readdirSync(path)) rmSync(`${path}/${name}`)
      await group.remove()
      expect(group.folders.filter(existsSync)).to.eql([])
    })
  }

  it('are removed with the next if their owner is dead, and those of the living stay', () => {
    const { place } = placeIn(nested)
    const at = place!.folders.cpu
    const [dead, living, other] = [`artillery-speedup-4194305-0a`, `artillery-speedup-${process.pid}-0a`, 'a-4194305-0']
    for (const name of [dead, living, other]) mkdirSync(`${at}/${name}`)
    makeGroup(place!, both)
    expect(readdirSync(at)).to.include.members([living, other]).and.not.include(dead)
  })

  it('leave none behind where one of them can’t be made, and say what the system said', () => {
    const { place } = placeIn(split)
    rmSync(place!.folders.memory, { recursive: true })
    expect(() => makeGroup(place!, both)).to.throw('ENOENT')
    expect(readdirSync(place!.folders.cpu)).to.eql(['cgroup.procs'])
  })

  it('are entered by a program before it begins, with its arguments and PID, or it does not begin', () => {
    const show = [process.execPath, '-p', '[process.pid, ...process.argv.slice(1)].join()', '--', 'a b', '$HOME', '--']
    expect(inGroups([], show)).to.equal(show)
    const run = (names: string[]) => {
      const [file, ...args] = inGroups(names.map(folder.path), show)
      return spawnSync(file, args, { encoding: 'utf8' })
    }
    writeAll(folder.path(''), procs('one', 'the other'))
    const { stdout } = run(['one', 'the other'])
    const [pid] = stdout.split(',')
    expect(stdout).to.equal(`${pid},a b,$HOME,--\n`)
    for (const name of ['one', 'the other'])
      expect(readFileSync(folder.path(`${name}/cgroup.procs`), 'utf8')).to.equal(`${pid}\n`)
    expect(run(['one', 'gone'])).to.include({ status: 126, stdout: '' })
  })

  describe('of this system, where this process may make them,', () => {
    let group: Group
    beforeEach(function () {
      try {
        // So little of a core that a busy machine gives it, too.
        group = makeGroup(placeFor(both)!, { ...both, cpus: 0.1 })
      } catch {
        this.skip()
      }
    })
    afterEach(() => group?.remove())

    function run(code: string) {
      const [file, ...args] = inGroups(group.folders, [process.execPath, '-e', code])
      return spawn(file, args, { stdio: 'ignore' })
    }

    it('throttle a process that wants more than its quota, and are gone in the end', async () => {
      const child = run('for (;;);')
      const exited = once(child, 'exit')
      // Counted when a period in which it stood still is over.
      while (group.read().throttledMs === 0) await delay(50)
      child.kill('SIGKILL')
      await exited
      const { periods, throttledPeriods, throttledMs, usedMs } = group.read()
      expect(periods).to.be.at.least(throttledPeriods)
      expect(Math.min(throttledPeriods, throttledMs, usedMs)).to.be.above(0)
      await group.remove()
      expect(group.folders.filter(existsSync)).to.eql([])
    })

    it('are removed by the guard, also when their processes leave a little later', async () => {
      const child = run('setInterval(() => {}, 1000)')
      while (readFileSync(`${group.folders[0]}/cgroup.procs`, 'utf8') === '') await delay(20)
      const guard = startGuard()
      group.folders.forEach(guard.watchFolder)
      const closed = guard.close()
      await delay(300)
      child.kill('SIGKILL')
      await closed
      expect(group.folders.filter(existsSync)).to.eql([])
    })

    it('count a process that the kernel kills as it needs more memory than its limit', async () => {
      expect(group.read()).to.include({ oomKills: 0 })
      const child = run('const all = []; for (;;) all.push(Buffer.alloc(2 ** 20, 1))')
      expect(await once(child, 'exit')).to.eql([null, 'SIGKILL'])
      const { oomKills, peakBytes } = group.read()
      expect(oomKills).to.be.above(0)
      expect(peakBytes).to.be.within(both.memoryBytes / 2, both.memoryBytes)
    })
  })
})

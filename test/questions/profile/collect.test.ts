import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openProfiling, readProfiles } from '../../../plugin/questions/profile/experiment/collect.ts'
import { temporaryFolder } from '../../support/folder.ts'
import type { CpuProfileNode, WrittenProfile } from '../../../plugin/questions/profile/concepts.ts'

const root: CpuProfileNode = {
  id: 1,
  callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 },
  hitCount: 0
}
const raw = (pid: string) => ({
  pid,
  responses: 1,
  profile: { nodes: [root], startTime: 5, endTime: 9, samples: [], timeDeltas: [] },
  blocked: []
})
const written = (pid: string) => JSON.stringify({ ...raw(pid), fromUs: 5, toUs: 9 } satisfies WrittenProfile)

describe('the profiles of a load', () => {
  const folder = temporaryFolder()
  const write = (name: string, files: Record<string, string>) => {
    mkdirSync(folder.path(name))
    for (const [file, text] of Object.entries(files)) folder.write(join(name, file), text)
    return folder.path(name)
  }

  it('are read of all processes and threads that wrote one; of each other that began one it is told why there is none', () => {
    const own = write('several', {
      '1.begun': '',
      '1.json': written('1'),
      '2-3.begun': '',
      '2-3.json': written('2-3'),
      '4.begun': '',
      '5.begun': '',
      '5.failed': 'Use --allow-inspector.',
      '6-1.begun': ''
    })
    expect(readProfiles(own, new Set(['6-1']))).to.eql({
      raws: [raw('1'), raw('2-3')],
      missing: [
        'Process 4 ended while it was profiled. Read the app’s log.',
        'V8 gave no profile of process 5: Use --allow-inspector.',
        'Thread 1 of process 6 left none within 15 s after the load: its event loop was blocked, or it was terminated. Profile a shorter load, by seconds or phases.'
      ]
    })
  })

  it('are not read where they are above 200 MB', () => {
    const own = write('large', { '1.begun': '', '1.json': written('1'), '2.begun': '', '2.json': '' })
    truncateSync(join(own, '2.json'), 200_000_001)
    const { raws, missing } = readProfiles(own)
    expect(raws).to.eql([raw('1')])
    expect(missing).to.eql([
      'The profile of process 2 has 201 MB, but at most 200 MB of a process are read. Make the load shorter, by seconds or phases, or use fewer workers.'
    ])
  })

  it('are kept as long as they have not too many samples together', () => {
    const profile = {
      nodes: [{ ...root, hitCount: 2000 }],
      startTime: 5,
      endTime: 2005,
      samples: Array(2000).fill(1),
      timeDeltas: Array(2000).fill(1)
    }
    const long = (pid: string) => JSON.stringify({ ...raw(pid), profile, fromUs: 5, toUs: 2005 })
    const own = write('long', {
      '1.begun': '',
      '1.json': long('1'),
      '2.begun': '',
      '2.json': long('2'),
      '3.begun': '',
      '3.json': written('3')
    })
    const { raws, missing } = readProfiles(own, new Set(), 3000)
    expect([raws.map(({ pid }) => pid), missing]).to.eql([
      ['1', '3'],
      [
        'The profile of process 2 has 2,000 samples, but at most 3,000 samples of all processes together are read. Make the load shorter, by seconds or phases, or use fewer workers.'
      ]
    ])
  })

  it('are waited for as long as a process may still write one, and not when it is gone', async () => {
    const profiling = openProfiling(folder.path('.'))
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(profiling.folder, `${child.pid}.begun`), '')
    profiling.begin()
    profiling.end()
    let isOver = false
    const waiting = profiling.written(new AbortController().signal).then(() => (isOver = true))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isOver).to.equal(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waiting
    expect(profiling.read()).to.deep.include({
      raws: [],
      missing: [`Process ${child.pid} ended while it was profiled. Read the app’s log.`]
    })
    // The temporary folder may be memory.
    expect(existsSync(profiling.folder)).to.equal(false)
  })
})

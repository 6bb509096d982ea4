import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { quietly } from '../support/artillery.ts'
import { speedup } from '../support/cli.ts'
import { fixtures, freePort } from '../support/project.ts'
import type { Growth, GrowthFound } from '../../plugin/questions/growth/concepts.ts'

const folder = `${fixtures}growth/`

/** @returns bytes that a leak takes, in a process of its own that serves nobody */
async function sizeOf(kind: string, bytes: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    `${folder}size.js`,
    kind,
    `${bytes}`,
    '2000'
  ])
  return Number(stdout)
}

async function growthOf(env: Record<string, string>, words: string[]) {
  const port = `--port=${await freePort()}`
  const short = ['--rounds=3', '--requests=200', '--users=4']
  const { code, stdout, stderr } = await speedup(['growth', 'server.js', '/', port, ...short, '--json', ...words], {
    env: { ...process.env, ...quietly, ...env },
    cwd: folder
  })
  const document: GrowthFound & { exitCode: number; growths: Growth[] } = JSON.parse(stdout)
  expect(code, stderr).to.equal(document.exitCode)
  return { ...document, console: stderr }
}

describe('artillery-speedup growth', () => {
  it('finds what each request leaves in memory, as large as it is apart, of exactly as many requests as it says', async () => {
    const env = { KIND: 'closures', BYTES: '1000' }
    const [found, size] = [await growthOf(env, ['--limit=5kB']), await sizeOf('closures', 1000)]
    const [{ what, state, slope }] = found.growths
    expect([what, state], found.console).to.eql(['memory', 'grows'])
    expect(slope.value / size, found.console).to.be.within(0.8, 1.2)
    expect(found.exitCode, 'it is below the limit').to.equal(0)
    expect(found.rounds.map(({ feet }) => feet.map(({ requests }) => requests))).to.eql(
      Array(3).fill(Array.from({ length: 11 }, (_, i) => 1000 + 200 * i))
    )
    expect(found.console).to.match(/grows +a request leaves 1\.\d kB \[1\.\d kB, 1\.\d kB\] in memory: 1 GiB after/)
  })

  it('sees no growth where there is none, and files that stay open where there are', async () => {
    const { exitCode, console } = await growthOf({ KIND: 'none' }, [])
    expect(exitCode, console).to.equal(0)
    const found = await growthOf({ KIND: 'sockets', BYTES: '0' }, [])
    expect(found.exitCode, found.console).to.equal(1)
    const slopeOf = (kind: string) => found.growths.find(({ what }) => what === kind)?.slope.value
    expect([slopeOf('descriptors'), slopeOf('handles')], found.console).to.eql([0.02, 0.02])
  })
})

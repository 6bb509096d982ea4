import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { quietly } from '../support/artillery.ts'
import { everySo } from '../fixtures/growth/leaks.js'
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
    '100'
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
  it('finds what requests leave in memory, as large as it is apart, and what they leave open, of exactly as many as it says', async () => {
    const env = { KIND: 'sockets', BYTES: '50000' }
    const [found, size] = [await growthOf(env, ['--limit=5kB']), (await sizeOf('sockets', 50_000)) / everySo('sockets')]
    const slopeOf = (kind: string) => found.growths.find(({ what }) => what === kind)?.slope.value ?? NaN
    expect(found.growths.map(({ what, state }) => `${what} ${state}`).slice(0, 1), found.console).to.eql([
      'memory grows'
    ])
    expect(slopeOf('memory') / size, found.console).to.be.within(0.8, 1.2)
    expect([slopeOf('descriptors'), slopeOf('handles')], found.console).to.eql([0.02, 0.02])
    expect(found.exitCode, 'it is below the limit').to.equal(0)
    expect(found.rounds.map(({ feet }) => feet.map(({ requests }) => requests))).to.eql(
      Array(3).fill(Array.from({ length: 11 }, (_, i) => 1000 + 200 * i))
    )
    expect(found.console).to.match(/grows +a request leaves [\d,]+ B \[[\d,]+ B, [\d,]+ B\] in memory: 1 GiB after/)
  })
})

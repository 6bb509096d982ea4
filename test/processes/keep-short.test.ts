import { appendFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { keepShort } from '../../plugin/processes/last-lines.ts'
import { temporaryFolder } from '../support/folder.ts'

const mostBytes = 16 * 2 ** 20
const longest = `${'x'.repeat(1023)}\n`.repeat(mostBytes / 1024)

describe('a log', () => {
  const folder = temporaryFolder()

  it('is shortened to its end when it has become long, and goes on from there', async () => {
    const log = folder.write('log', 'first\n')
    const end = keepShort(log)
    appendFileSync(log, `${longest}last\n`)
    while (statSync(log).size > mostBytes) await delay(20)
    appendFileSync(log, 'after\n')
    const kept = readFileSync(log, 'utf8')
    expect(kept.length).to.be.within(60_000, 100_000)
    expect(kept).to.match(/x\nlast\nafter\n$/).and.not.include('first')
    end()
  })

  it('is shortened once more at the end', () => {
    const log = folder.write('late', '')
    const end = keepShort(log)
    appendFileSync(log, `${longest}last\n`)
    end()
    expect(statSync(log).size).to.be.below(100_000)
  })

  it('stays as it is while it is not long', () => {
    const log = folder.write('short', longest)
    keepShort(log)()
    expect(statSync(log).size).to.equal(mostBytes)
  })

  it('may be removed before', () => {
    const log = folder.write('gone', '')
    const end = keepShort(log)
    rmSync(log)
    expect(end).to.not.throw()
  })
})

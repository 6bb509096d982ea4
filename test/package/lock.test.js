import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { identify } from '../../plugin/pack/lock.js'

describe('who packs', () => {
  const SCRIPT = `
    import { currentPacker } from ${JSON.stringify(new URL('../../plugin/pack/lock.js', import.meta.url))}
    console.log([currentPacker(), process.pid].join())`

  /**
   * @param {string} command of a shell
   * @param {{ npm_lifecycle_event?: string }} ofNpm what npm sets
   * @returns {string[]} the packer, and the PID of the script
   */
  function packerIn(command, ofNpm) {
    const env = { ...process.env, npm_lifecycle_event: undefined, ...ofNpm, NODE: process.execPath, SCRIPT }
    return execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).trim().split(',')
  }

  const script = '"$NODE" --input-type=module --eval "$SCRIPT"'
  for (const [shells, command] of [['a shell that becomes the script', `exec ${script}`], ['a shell', `${script}; true`], ['two shells', `sh -c '${script}; true'; true`]]) {
    it(`is the npm that runs the script by ${shells}`, () => {
      expect(packerIn(command, { npm_lifecycle_event: 'prepack' })[0]).to.equal(identify(process.pid))
    })
  }

  it('is the script where no npm runs it', () => {
    const [packer, pid] = packerIn(script, {})
    expect(packer).to.match(new RegExp(`^${pid}\\.\\d+$`))
  })
})

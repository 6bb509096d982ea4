import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { artillery } from '../support/project.ts'

/**
 * @returns how many modules a command of Artillery has loaded, how many of them are clients of clouds, and how it ended
 */
function start(words: string[], flags: string[]) {
  const tell =
    'data:text/javascript,' +
    encodeURIComponent(
      `import { registerHooks } from 'node:module'
       import { isMainThread } from 'node:worker_threads'
       if (isMainThread) {
         const loaded = []
         registerHooks({ resolve(...given) { const found = given[2](given[0], given[1]); loaded.push(found.url); return found } })
         process.on('exit', () => {
           const ofClouds = loaded.filter((url) => /node_modules.@(aws-sdk|azure)/.test(url))
           console.error(JSON.stringify([loaded.length, ofClouds.length]))
         })
       }`
    )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', tell, ...flags, artillery, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 2 ** 26
  })
  const [loaded, ofClouds]: number[] = JSON.parse(stderr.slice(stderr.lastIndexOf('[')))
  return { status, stdout, loaded, ofClouds }
}

describe('an Artillery that makes its load on this machine', () => {
  it('loads nothing of AWS and Azure, which it loads by itself whatever it does', () => {
    const [usual, ours] = [[], flagsHere].map((flags) => start(['run', '--help'], flags))
    expect([ours.status, ours.stdout.trim()]).to.eql([0, usual.stdout.trim()])
    expect(ours.ofClouds, 'ours').to.equal(0)
    // Where a later Artillery does so, too, this module can go.
    expect(usual.ofClouds, 'as it is').to.be.above(100)
    expect(ours.loaded).to.be.below(0.7 * usual.loaded)
  })
})

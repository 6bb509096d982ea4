import { mkdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { callSpeedup } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('artillery-speedup init --script', () => {
  const folder = temporaryFolder()
  const init = (script: string, ...words: string[]) =>
    callSpeedup(['init', '--script', script, ...words], { cwd: folder.path('.') })
  const read = (file: string) => readFileSync(folder.path(file), 'utf8')
  before(() => {
    for (const name of ['src', 'load']) mkdirSync(folder.path(name))
    folder.write('src/server.js', '')
    folder.write('package.json', JSON.stringify({ scripts: { start: 'node src/server.js' } }))
  })

  const head = 'config:\n  target: http://127.0.0.1:3000 # here\n'
  const tail = '  phases: [{ duration: 20, arrivalRate: 5 }]\n# who\nscenarios:\n  - flow: [{ get: { url: / } }]\n'
  const line = '  plugins: { speedup: { app: "../src/server.js" } }\n'
  const scripts: Record<string, [before: string, after: string]> = {
    'in a line of its own where there are no plugins': [head + tail, head + tail.replace('\n# who', `\n${line}# who`)],
    'beside other plugins': [
      `${head}  plugins:\n    expect: {}\n${tail}`,
      `${head}  plugins:\n    expect: {}\n    speedup: { app: "../src/server.js" }\n${tail}`
    ],
    'among plugins in braces': [
      `${head}  plugins: { expect: {} }\n${tail}`,
      `${head}  plugins: { speedup: { app: "../src/server.js" }, expect: {} }\n${tail}`
    ]
  }
  for (const [title, [before, after]] of Object.entries(scripts)) {
    it(`adds the app ${title}, and changes nothing else`, async () => {
      folder.write('load/load.yml', before)
      const { code, stdout } = await init('load/load.yml')
      expect(code).to.equal(0)
      expect(stdout).to.match(/\nadded .*\n.*npx artillery-speedup run load\/load\.yml --dry-run\n$/)
      expect(read('load/load.yml')).to.equal(after)
    })
  }

  it('writes the arguments and variables with which the app is started, too', async () => {
    folder.write('load.yml', head + tail)
    await init('load.yml', '--app', 'KEY=k node --no-warnings src/server.js --fast')
    expect(parse(read('load.yml')).config.plugins.speedup).to.eql({
      app: { script: 'src/server.js', args: ['--fast'], nodeArgs: ['--no-warnings'], env: { KEY: 'k' } }
    })
  })

  const refused: Record<string, [file: string, content: string, says: RegExp]> = {
    'has the plugin': [
      'load.yml',
      `${head}  plugins: { speedup: {} }\n${tail}`,
      /has the plugin already\. What it will do: npx/
    ],
    'is JSON': [
      'load.json',
      '{}',
      /not YAML.*by hand, into its config: plugins: \{ speedup: \{"app":"src\/server.js"\} \}/
    ],
    'is no YAML': ['load.yml', 'config: [', /load\.yml cannot be read: /],
    'has plugins that are no map': [
      'load.yml',
      `${head}  plugins: []\n${tail}`,
      /can't be edited\. Write it there by hand/
    ]
  }
  for (const [title, [file, content, says]] of Object.entries(refused)) {
    it(`changes nothing in a script that ${title}, and says what to do`, async () => {
      folder.write(file, content)
      const { code, stderr } = await init(file)
      expect(code).to.equal(3)
      expect(stderr).to.match(says)
      expect(read(file)).to.equal(content)
    })
  }

  it('says what is missing where there is no such script', async () => {
    const { code, stderr } = await init('none.yml')
    expect([code, stderr]).to.eql([
      3,
      'No such file: none.yml. Give the path of your Artillery script, such as load.yml.\n'
    ])
  })
})

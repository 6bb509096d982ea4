import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findBrowser, pictureOf } from '../../plugin/commands/picture.ts'
import { startMarked } from '../support/artillery.ts'
import { callSpeedup, cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

describe('artillery-speedup report --picture', () => {
  const folder = temporaryFolder()
  const report = () => folder.path('yes')
  const pictureFile = () => join(report(), 'picture.png')
  before(() => cpSync(`${repository}reports/examples/yes`, report(), { recursive: true }))

  /** @returns the path of a program in the place of a browser */
  function browserThat(does: string) {
    const file = folder.write('browser', `#!/bin/sh\n${does}\n`)
    chmodSync(file, 0o755)
    return file
  }
  const leftFolders = () => readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`))
  const imageIn = (page: string) => /<meta property="og:image" content="(.*?)">/.exec(page)?.[1]

  it('makes a picture of 1,200 x 630 px, which the page names only where its address is given, and leaves nothing', async function () {
    if (findBrowser() === undefined) {
      if (process.env.CI !== undefined) throw new Error('No Chromium was found. Install it: apt-get install chromium')
      return this.skip()
    }
    const { ended, mark } = startMarked([process.execPath, cli, 'report', report(), '--picture', '--json'], {
      cwd: folder.path('.'),
      env: { TMPDIR: folder.path('.') }
    })
    const { code, stdout, output } = await ended
    await waitUntilGone(mark)
    expect(code, output).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ picture: pictureFile() })
    const png = readFileSync(pictureFile())
    expect(png.subarray(1, 4).toString()).to.equal('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).to.eql([1200, 630])
    // An empty page has 3 kB.
    expect(png.length).to.be.within(20_000, 500_000)
    expect(readdirSync(folder.path('.'))).to.eql(['yes'])
    expect(imageIn(readFileSync(join(report(), 'index.html'), 'utf8'))).to.equal(undefined)
    const addresses = {
      'https://example.com/r/yes': 'https://example.com/r/yes/picture.png',
      'https://example.com/r/yes/?a=1': 'https://example.com/r/yes/picture.png',
      'http://example.com/r/index.html': 'http://example.com/r/picture.png'
    }
    for (const [address, expected] of Object.entries(addresses)) {
      await callSpeedup(['report', report(), '--picture', '--url', address])
      expect(imageIn(readFileSync(join(report(), 'index.html'), 'utf8'))).to.equal(expected)
    }
  })

  it('says what is missing where there is no Chromium, or none that makes a picture, and leaves nothing', async () => {
    const picture = (env: NodeJS.ProcessEnv, ...words: string[]) =>
      callSpeedup(['report', report(), '--picture', ...words], { env: { ...process.env, CHROME_PATH: '', ...env } })
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [
        { PATH: folder.path('.') },
        /^--picture needs a Chromium: PATH has none \(chromium, .*\)\. Install one, or set CHROME_PATH/
      ],
      [{ CHROME_PATH: '/nowhere/chrome' }, /: CHROME_PATH is \/nowhere\/chrome, which is no file\. /],
      [
        { CHROME_PATH: browserThat('echo no display >&2; exit 7') },
        /^No picture was made: \S+browser exited with code 7\.\n +no display\n/
      ]
    ]
    for (const [env, expected] of cases) {
      const { code, stderr } = await picture(env)
      expect([code, stderr]).to.satisfy(([exit, text]: [number, string]) => exit === 3 && expected.test(text), stderr)
    }
    expect((await picture({ CHROME_PATH: browserThat('echo {} > picture.png') })).stderr).to.match(/made one of {2}px/)
    for (const url of ['reports/x', 'file:///x'])
      expect((await picture({}, '--url', url)).stderr).to.match(/^--url is /)
    expect((await callSpeedup(['report', report(), '--url', 'http://x'])).stderr).to.match(/give --picture, too\./)
    expect(leftFolders()).to.eql([])
  })

  it('waits for no browser that hangs, and ends it, with what it started, also after Ctrl-C', async () => {
    process.env.CHROME_PATH = browserThat(`: > '${folder.path('begun')}'; sleep 987 & wait`)
    try {
      const late = await pictureOf('<style></style>', new AbortController().signal, 1).catch(({ message }) => message)
      expect(late).to.match(/^No picture was made: \S+browser took longer than 1 s\.$/)
      expect(existsSync(folder.path('begun'))).to.equal(true)
      const { child, ended, mark } = startMarked([process.execPath, cli, 'report', report(), '--picture'], {
        cwd: folder.path('.')
      })
      while (!livingProcesses(mark).some((line) => line.includes('sleep')))
        await new Promise((resolve) => setTimeout(resolve, 50))
      child.kill('SIGINT')
      const { code, output } = await ended
      await waitUntilGone(mark)
      expect(code, output).to.equal(130)
      expect(output).to.include('The page is there, but no picture.')
    } finally {
      delete process.env.CHROME_PATH
    }
    expect(leftFolders()).to.eql([])
  })
})

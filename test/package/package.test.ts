import { execFile } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { publint } from 'publint'
import { sum } from '../../plugin/statistics/descriptive.ts'
import { temporaryFolder } from '../support/folder.ts'
import { filesBelow, install, packInto } from './packed.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const consumer = join(repository, 'test', 'package', 'consumer')
const run = promisify(execFile)
const tool = (name: string) => join(repository, 'node_modules', '.bin', name)

/** All that may be in it. */
const published = [
  /^(LICENSE|README\.md|SKILL\.md|artillery-speedup\.js|package\.json)$/,
  /^(comparison|options)\.schema\.json$/,
  /^dist\/([a-z-]+\/)*[a-z\d-]+\.js$/,
  // The profiler is loaded only where it is asked for, and so is each command.
  /^dist\/(chunk|commands|quick|upgrade|against|bisect|init|run|list|open|accept|compare|explain)-[0-9A-Z]{8}\.js$/,
  /^dist\/(questions\/[a-z-]+\/)?([a-z-]+\/)?[a-z-]+\.d\.ts$/,
  /^report\/page\/styles\/[a-z-]+\.css$/
]

/** What others may import, but for what Artillery imports. */
const names = {
  compare: ['SpeedupError', 'compare', 'readComparison'],
  mocha: ['compareBeforeAll'],
  chai: ['default'],
  assert: [
    'assertCapacity',
    'assertFaster',
    'assertLimits',
    'assertLosses',
    'assertNoProblems',
    'assertNotFaster',
    'assertRecovery',
    'assertSpeedup',
    'assertSpread',
    'assertThresholds'
  ],
  expect: ['default'],
  header: ['workerPid']
}

/** Without the packages inside. */
const bytesBelow = (folder: string) =>
  sum(
    filesBelow(folder)
      .filter((file) => !file.startsWith('node_modules'))
      .map((file) => statSync(join(folder, file)).size)
  )

describe('the package as npm packs it', () => {
  const folder = temporaryFolder()
  let [tarball, project, installed] = ['', '', '']
  let manifest: Record<string, any>
  before(async () => {
    tarball = await packInto(folder.path('.'))
    project = folder.path('project')
    installed = await install(tarball, project)
    manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  })

  it('needs Artillery, and mocha, chai and PM2 of those who use them', () => {
    expect(Object.keys(manifest.peerDependencies)).to.eql(['artillery', 'chai', 'mocha', 'pm2'])
    expect(manifest.peerDependenciesMeta).to.eql({
      chai: { optional: true },
      mocha: { optional: true },
      pm2: { optional: true }
    })
  })

  it('holds what is needed, and nothing else', () => {
    const files = filesBelow(installed)
    expect(files.filter((file) => !published.some((pattern) => pattern.test(file)))).to.eql([])
    expect(files).to.include.members([
      'LICENSE',
      'README.md',
      'comparison.schema.json',
      'options.schema.json',
      'dist/cli.js',
      'dist/index.js',
      'report/page/styles/base.css'
    ])
  })

  // Of these, what was lost in a disturbance takes 30, and what users meet (limits, explanations, commands, matchers)
  // 25, and profiles and fair variants 16; quick, accept and commands that are loaded one by one 10;
  // versions of an app, what a report says more 13; passes of users, decisions, quotas, secrets and hooks 16; warm
  // threads, the rule by pairs and the answer 7; figures by request 7, what quick knows and programs read 8; scenario
  // files of the doctor and its further checks 8; the commit that made it slower 4, and what a response waits for 2;
  // what requests leave in memory 6; a load that another machine makes 7; headings that state what was found, and three
  // checks of the doctor more, 6; tune and upgrade 8; the doctor's page and what it sees from outside, and what grew in
  // a heap, 9. Ten are kept free, since npm's figure moves with each line.
  it('is below 550 kB', () => {
    const bytes = statSync(tarball).size
    process.stdout.write(
      `      ${bytes} bytes packed, ${bytesBelow(installed)} unpacked, ${filesBelow(installed).length} files\n`
    )
    expect(bytes).to.be.below(550_000)
  })

  it('comes with at most 16 packages and 4.23 MB, peers aside', () => {
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))
    const folders = dependenciesOf(manifest, packages)
    const bytes = sum([installed, ...folders.map((folder) => join(repository, folder))].map(bytesBelow))
    process.stdout.write(`      ${folders.length + 1} packages, ${bytes} bytes installed\n`)
    expect(folders).to.include('node_modules/jstat').and.to.have.length.within(5, 15)
    expect(bytes).to.be.below(4_230_000)
  })

  it('has nothing that publint or attw would say something about', async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true
    })
    expect(messages).to.eql([])
    // Whoever has a Node that the plugin runs on can also `require` what is an ES module.
    const { stdout } = await run(tool('attw'), [
      tarball,
      '--profile',
      'esm-only',
      '--no-definitely-typed',
      '--format',
      'json'
    ])
    const {
      analysis: { entrypoints },
      problems
    } = JSON.parse(stdout)
    expect(Object.keys(entrypoints)).to.include.members([
      '.',
      './preload',
      ...Object.keys(names).map((name) => `./${name}`)
    ])
    expect(Object.keys(problems).filter((kind) => !['NoResolution', 'CJSResolvesToESM'].includes(kind))).to.eql([])
  })

  for (const [moduleResolution, module] of [
    ['node16', 'node18'],
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext']
  ]) {
    it(`has declarations for a strict TypeScript project with moduleResolution ${moduleResolution}`, async () => {
      cpSync(consumer, project, { recursive: true })
      const [uses, wrongUses] = readFileSync(join(consumer, 'wrong-uses.ts'), 'utf8').split('// ------\n')
      writeFileSync(
        join(project, 'wrong-uses.ts'),
        `${uses}${wrongUses.replaceAll(/^(?!\/\/|$)/gm, '// @ts-expect-error\n')}`
      )
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
      const strict = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true
      }
      const compilerOptions = {
        ...strict,
        module,
        moduleResolution,
        target: 'es2024',
        lib: ['es2024'],
        types: ['node', 'mocha'],
        resolveJsonModule: true
      }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      const { stdout } = await run(tool('tsc'), ['-p', project]).catch((error) => error)
      expect(stdout).to.equal('')
    })
  }

  for (const [entry, expected] of Object.entries(names)) {
    it(`exports ${expected.join(', ')} from ./${entry}, to ES modules and CommonJS`, async () => {
      const from = createRequire(join(project, 'suite.js'))
      const found = await import(pathToFileURL(from.resolve(`artillery-plugin-speedup/${entry}`)).href)
      expect(Object.keys(found).sort()).to.eql(expected)
      expect(from(`artillery-plugin-speedup/${entry}`)).to.include.keys(expected)
    })
  }

  it('tells in a stack which functions were called', () => {
    const { readComparison } = createRequire(join(project, 'suite.js'))('artillery-plugin-speedup/compare')
    expect(() => readComparison(project))
      .to.throw('comparison.json')
      .with.property('stack')
      .that.matches(/\n +at readComparison \(/)
  })

  it('makes the page of a comparison as the repository does', async () => {
    const [example, copy] = [join(repository, 'reports/examples/yes'), join(project, 'example')]
    cpSync(example, copy, { recursive: true })
    const command = join(installed, manifest.bin['artillery-speedup'])
    expect(statSync(command).mode & 0o111).to.equal(0o111)
    await run(process.execPath, [command, 'report', copy])
    for (const name of ['index.html', 'junit.xml', 'summary.md']) {
      expect(readFileSync(join(copy, name)).equals(readFileSync(join(example, name))), name).to.equal(true)
    }
  })
})

type Manifest = { dependencies?: Record<string, string> }

/** @returns the folders of all that a package in a folder needs, by the packages of a lock file */
function dependenciesOf(
  { dependencies = {} }: Manifest,
  packages: Record<string, Manifest>,
  folder: string = '',
  found: string[] = []
): string[] {
  for (const name of Object.keys(dependencies)) {
    const nested = `${folder}/node_modules/${name}`
    const place = packages[nested] === undefined ? `node_modules/${name}` : nested
    if (found.includes(place)) continue
    found.push(place)
    dependenciesOf(packages[place], packages, place, found)
  }
  return found
}

import { join } from 'node:path'
import { expect } from 'chai'
import { prepareInit, refusalFrom, someProjects } from './some-project.ts'
import { type Files } from '../support/folder.ts'

describe('init', () => {
  const projects = someProjects()
  const prepare = (files: Files, options?: Record<string, string>) => prepareInit(projects.make(files).folder, options)
  const mine = { 'scenarios/speedup.yml': 'mine' }
  const repository = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/a': '', '.git/refs/a': '' }
  const withMocha = { 'package.json': { devDependencies: { mocha: '1' } } }

  it('starts nothing when the scenario is there, leaves it as it is, and writes the rest', async () => {
    const manifest = { type: 'module', devDependencies: { mocha: '1', chai: '1' } }
    const { run, said, read } = prepare(
      { 'package.json': manifest, ...mine, ...repository, '.gitignore': 'node_modules\n' },
      { ci: 'github' }
    )
    await run()
    expect(said().split('\n')).to.eql([
      'For CI, once it is installed: npm pack ./node_modules/artillery-plugin-speedup --pack-destination vendor, and npm install that file.',
      'written  speedups/app.js',
      'written  .github/workflows/speedup.yml',
      'scenarios/speedup.yml already exists and was not changed.',
      '',
      'Results are kept in reports/. Add that folder to .gitignore.',
      'Next:',
      '  npm install --save-dev artillery artillery-plugin-speedup',
      '  npx artillery run scenarios/speedup.yml',
      '  npx mocha speedups/app.js   # the same comparison, as a test'
    ])
    expect(read('scenarios/speedup.yml')).to.equal('mine')
    expect(read('speedups/app.js')).to.include("from 'artillery-plugin-speedup/chai'")
  })

  it('prints the job for GitLab when there is a file for it', async () => {
    const installed = { 'node_modules/artillery-plugin-speedup/package.json': {}, 'pnpm-lock.yaml': '' }
    const files = { ...mine, ...installed, '.gitlab-ci.yml': 'test: {}\n', '.gitignore': '/reports/\n', ...repository }
    const { run, said, read } = prepare(files, { ci: 'gitlab' })
    await run()
    const left = ['scenarios/speedup.yml', '.gitlab-ci.yml']
      .map((name) => `${name} already exists and was not changed.\n`)
      .join('')
    expect(said().split('# ')[0]).to.equal(`${left}\nTo compare in CI, add this job to .gitlab-ci.yml:\n\n`)
    expect(said()).to.match(
      /\nspeedup:\n {2}image: node:24\n[^]*\nNext:\n {2}pnpm add --save-dev artillery\n {2}npx artillery run scenarios\/speedup\.yml$/
    )
    expect(read('.gitlab-ci.yml')).to.equal('test: {}\n')
  })

  it('writes the workflow where the repository around a package begins, and finds its packages and its lock file there', async () => {
    const api = { 'packages/api/package.json': {}, 'packages/api/scenarios/speedup.yml': 'mine' }
    const root = {
      '.git/HEAD': '',
      'pnpm-lock.yaml': '',
      'node_modules/artillery/package.json': {},
      'node_modules/artillery-plugin-speedup/package.json': {}
    }
    const { folder } = projects.make({ ...root, ...api })
    const { run, said, read } = prepareInit(join(folder, 'packages/api'), { ci: 'github' })
    await run()
    expect(said())
      .to.include('written  ../../.github/workflows/speedup.yml')
      .and.match(/\nNext:\n {2}npx artillery run /)
    expect(read('../../.github/workflows/speedup.yml'))
      .to.include('- run: pnpm install')
      .and.include('working-directory: packages/api')
  })

  it('says that there is nothing to write', async () => {
    const { run } = prepare({ ...withMocha, ...mine, 'speedups/app.mjs': '' })
    expect(await refusalFrom(run)).to.eql({
      code: 'NOTHING_TO_WRITE',
      message:
        'Nothing was written: scenarios/speedup.yml and speedups/app.mjs already exist. ' +
        'To write a new file, rename or remove the old one first. To run a comparison: npx artillery run scenarios/speedup.yml'
    })
    expect((await refusalFrom(prepare(mine).run)).message).to.match(
      /^Nothing was written: scenarios\/speedup\.yml already exists\./
    )
  })

  it('says what is in the way', async () => {
    const refused = await refusalFrom(prepare({ ...withMocha, ...mine, speedups: 'mine' }).run)
    expect(refused)
      .to.include({ code: 'NOT_WRITABLE' })
      .with.property('message')
      .that.matches(
        /^\S+speedups\/app\.mjs cannot be written \((ENOTDIR|EEXIST).*\)\. Make its folder writable, or remove what blocks it\.$/
      )
  })

  it('starts nothing when the Artillery that is installed is too old', async () => {
    const { run, said } = prepare({ 'app.js': '', 'node_modules/artillery/package.json': { version: '2.0.21' } })
    expect((await refusalFrom(run)).message).to.match(
      /^This is Artillery 2\.0\.21, but artillery-plugin-speedup needs /
    )
    expect(said()).to.equal('')
  })
})

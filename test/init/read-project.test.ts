import { join } from 'node:path'
import { expect } from 'chai'
import { readProject } from '../../plugin/init/read-project.ts'
import { refusal } from '../support/settings.ts'
import { someProjects } from './some-project.ts'
import { writeAll } from '../support/folder.ts'

describe('reading a project', () => {
  const projects = someProjects()

  it('knows the framework, of several the one that stands on the others, and dependencies of every kind', () => {
    const all = [{ express: '5' }, { '@nestjs/core': '11', express: '5' }, { koa: '3' }, {}]
    const named = all.map((dependencies) => projects.make({ 'package.json': { dependencies } }).framework)
    expect(named).to.eql(['Express', 'NestJS', 'Koa', ''])
    const manifest = { dependencies: { a: '1' }, devDependencies: { mocha: '1' }, peerDependencies: { b: '1' } }
    expect([...projects.make({ 'package.json': manifest }).dependencies]).to.eql(['a', 'mocha', 'b'])
  })

  it('takes a package without a repository for its own, and npm where there is no lock file', () => {
    const { folder, ...project } = projects.make({ 'package.json': '\ufeff{"type":"module"}' })
    expect(project).to.deep.include({
      repository: folder,
      packageManager: { name: 'npm', folder: null },
      manifest: { type: 'module' }
    })
  })

  it('says where the next package.json is when there is none here, and what to do when there is none at all', () => {
    const { folder } = projects.make({ 'src/deep/x.js': '' })
    const message = `There is no package.json in ${folder}/src/deep. The nearest is in ${folder}: go there first (cd ${folder}).`
    expect(refusal(() => readProject(join(folder, 'src/deep')))).to.eql({ code: 'INVALID_SETTINGS', message })
    const empty = projects.path('.')
    expect(refusal(() => readProject(empty)).message).to.equal(
      `There is no package.json in ${empty}. Go to your app’s folder, or create a package with npm init.`
    )
  })

  const broken: [content: string, message: RegExp][] = [
    ['{\n  "name":\n}', /package\.json cannot be read: Unexpected token [^\n]*\. Fix it first\.$/],
    ['[]', /package\.json is JSON, but not an object\. Fix it first\.$/],
    ['null', /package\.json is JSON, but not an object\./]
  ]
  for (const [i, [content, message]] of broken.entries()) {
    it(`refuses ${JSON.stringify(content)} as package.json`, () => {
      const folder = projects.path(`broken ${i}`)
      writeAll(folder, { 'package.json': content })
      expect(refusal(() => readProject(folder)))
        .to.include({ code: 'INVALID_SETTINGS' })
        .with.property('message')
        .that.matches(message)
    })
  }
})

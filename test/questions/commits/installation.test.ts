import { join } from 'node:path'
import { expect } from 'chai'
import { installationFor, staleIn } from '../../../plugin/questions/commits/versions/check-out.ts'
import { temporaryFolder, writeAll } from '../../support/folder.ts'

describe('what a version of an app needs', () => {
  const folder = temporaryFolder()
  let count = 0
  const withFiles = (files: Record<string, string>) => {
    const top = folder.path(`app ${++count}`)
    writeAll(top, files)
    return top
  }

  const npmAdds = 'npm install --save-exact --no-audit --no-fund'
  const ways: Record<string, [files: string[], folder: string, line: string | null, add: string]> = {
    'npm’s lockfile': [['package-lock.json', 'package.json'], '', 'npm ci --no-audit --no-fund', npmAdds],
    'that of pnpm': [
      ['pnpm-lock.yaml'],
      '',
      'pnpm install --frozen-lockfile',
      'pnpm add --save-exact --ignore-workspace-root-check'
    ],
    'that of Bun': [['bun.lock'], '', 'bun install --frozen-lockfile', 'bun add --exact'],
    'that of Yarn': [
      ['yarn.lock'],
      '',
      'yarn install --frozen-lockfile',
      'yarn add --exact --ignore-workspace-root-check'
    ],
    'that of Yarn since 2': [['yarn.lock', '.yarnrc.yml'], '', 'yarn install --immutable', 'yarn add --exact'],
    'its own lockfile before that of the repository': [
      ['api/package-lock.json', 'yarn.lock'],
      'api',
      'npm ci --no-audit --no-fund',
      npmAdds
    ],
    'that of the workspaces it belongs to': [
      ['package-lock.json', 'api/package.json'],
      '',
      'npm ci --no-audit --no-fund',
      npmAdds
    ],
    'a manifest alone': [['api/package.json'], 'api', 'npm install --no-package-lock --no-audit --no-fund', npmAdds],
    'nothing where there is none': [[], '', null, npmAdds]
  }
  for (const [title, [files, place, line, add]] of Object.entries(ways)) {
    it(`is installed by ${title}`, () => {
      const top = withFiles(Object.fromEntries([...files, 'api/server.js'].map((name) => [name, ''])))
      expect(installationFor(join(top, 'api'), top)).to.eql({ folder: join(top, place), line, add })
    })
  }

  const locked = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/fastify': { version } } })
  it('is told where another version is installed than the lockfile has', () => {
    const stale = (files: Record<string, string>) => {
      const top = withFiles({ 'package.json': '{}', ...files })
      return staleIn(installationFor(top, top))
    }
    expect([
      stale({ 'package-lock.json': locked('5.6.0'), 'node_modules/.package-lock.json': locked('5.5.0') }),
      stale({ 'package-lock.json': locked('5.6.0'), 'node_modules/.package-lock.json': locked('5.6.0') }),
      stale({ 'package-lock.json': locked('5.6.0') }),
      stale({ 'package-lock.json': '{', 'node_modules/.package-lock.json': locked('5.6.0') }),
      stale({})
    ]).to.eql(['fastify 5.5.0 is installed, 5.6.0 is in package-lock.json', null, 'nothing is installed', null, null])
  })
})

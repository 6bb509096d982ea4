import { expect } from 'chai'
import { isVersionOf } from '../../../plugin/comparison/compare-candidate.ts'
import { briefVariant, variantWords } from '../../../plugin/report/words/names.ts'
import { itRefuses, read } from '../../settings/cases.ts'
import { aDescribedVariant } from '../../support/results.ts'
import { appFile, aVariant, workingDirectory } from '../../support/settings.ts'

describe('a variant of a commit', () => {
  it('is read, with what is run and copied once it is installed', () => {
    const variants = { before: { mode: 'single', commit: 'merge-base main', dependencies: { fastify: '5' } }, now: {} }
    const app = { script: appFile, setup: 'npm run build', copy: ['../fixtures-app'] }
    const settings = read({ app, variants })
    expect(settings.variants[0]).to.eql(aVariant({ name: 'before', ...variants.before, mode: 'single' }))
    expect(settings.app).to.deep.include({ setup: app.setup, copy: [`${workingDirectory}/fixtures-app`] })
  })

  itRefuses((two) => read({ variants: { single: {}, two } }), 'plugins.speedup.variants.two', [
    [
      { commit: 12e45 },
      '.commit is 1.2e+46, a number, as YAML reads it, which may not be what you wrote. Put it in quotes: "1.2e+46".'
    ],
    [
      { commit: '--all' },
      '.commit is "--all". It must be a commit, branch or tag, or merge-base and one, such as merge-base main.'
    ],
    [
      { dependencies: { fastify: '5.6.0' } },
      '.dependencies is set, but only a commit is installed apart from your files. Add commit: HEAD, or remove dependencies.'
    ],
    [
      { commit: 'HEAD', dependencies: { fastify: 5.6 } },
      '.dependencies.fastify is 5.6, a number, as YAML reads it, which may not be what you wrote. Put it in quotes: "5.6".'
    ],
    [
      { commit: 'HEAD', dependencies: { '--global': '5' } },
      '.dependencies has "--global", which is not the name of a package. Correct it.'
    ],
    [
      { commit: 'HEAD', dependencies: { fastify: "5'; rm" } },
      '.dependencies.fastify is "5\'; rm". It must be a version, range or tag of a package, such as "5.6.0" or next.'
    ],
    [
      { commit: 'HEAD', ecosystem: '../plugin/package.json' },
      ' has a commit, but its ecosystem file names a script among your files. Set app.script and remove ecosystem, or remove commit.'
    ],
    [
      { url: 'https://a.example', commit: 'main' },
      '.commit is "main", but mode url has no such option. Set mode: single, cluster, pm2, reusePort, ports or command, or remove commit.'
    ]
  ])
  itRefuses((copy) => read({ app: { script: appFile, copy } }), 'plugins.speedup.app', [
    [
      ['.env'],
      `.copy is ".env", but there is no file or folder ${workingDirectory}/scenarios/.env. Paths are relative to the scenario file.`
    ]
  ])

  it('is a version of the app, as is one with other packages', () => {
    for (const own of [{ commit: 'v1' }, { commit: 'v1', dependencies: { fastify: '5' } }])
      expect(isVersionOf(aVariant({ name: 'before', ...own }), aVariant())).to.equal(true)
  })

  it('is told by its beginning', () => {
    const one = aDescribedVariant({ name: 'one', commit: '1a2b3c4d5e' })
    const two = { ...one, mode: 'cluster' as const, workers: 2, node: '22.21.0' }
    expect([one, two].map((variant) => [variantWords(variant, 0), briefVariant(variant)])).to.eql([
      ['a single process, commit 1a2b3c4', 'one (commit 1a2b3c4)'],
      ['2 workers, round robin, commit 1a2b3c4, Node 22.21.0', 'one (2 workers, commit 1a2b3c4, Node 22.21.0)']
    ])
  })
})

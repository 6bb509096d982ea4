import { expect } from 'chai'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { refusal } from '../support/settings.ts'

const deployed = { app: undefined, variants: { a: { url: 'http://a.test' }, b: { url: 'http://b.test' } } }

describe('another machine that makes the load', () => {
  const folder = temporaryFolder()

  function read({
    config = {},
    options = {},
    env = {},
    ...rest
  }: { config?: object; options?: object; env?: Record<string, string>; before?: object } = {}) {
    const script: Record<string, any> = {
      ...rest,
      config: {
        target: 'http://[::]:3030',
        phases: [{ duration: 10, arrivalRate: 5 }],
        plugins: { speedup: { app: folder.write('server.js', ''), generator: { ssh: 'load1' }, ...options } },
        ...config
      },
      scenarios: [
        {
          flow: [
            { post: { url: '/', formData: { photo: { fromFile: './photo.jpg' } } } },
            { get: { url: '/{{ $env.SHOP }}' } }
          ]
        }
      ]
    }
    const scriptFile = folder.write('job.json', JSON.stringify(script))
    return readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: folder.path(''), env })
  }

  it('gets the script, what it names and what that loads, and no other file', () => {
    folder.write('users.csv', 'ada\n')
    folder.write('photo.jpg', new Uint8Array([255, 0]))
    folder.write('other.js', '')
    folder.write(
      'names.mjs',
      "import { faker } from '@faker-js/faker'\nexport const name = process.env.NAME ?? process.env['MORE']\n"
    )
    folder.write('deep.js', "require('node:fs')\nrequire('lodash/map')\n")
    folder.write('hooks.js', "const deep = require('./deep')\nimport('./names.mjs')\nprocess.env.UNSET\n")
    const { loadHost } = read({
      config: {
        target: undefined,
        payload: [{ path: 'users.csv', fields: ['user'] }, { path: 'missing.csv' }],
        processor: './hooks.js',
        plugins: {
          expect: {},
          speedup: {
            generator: { ssh: 'bench@load1' },
            variants: { a: { url: 'http://a.test' }, b: { url: 'http://b.test' } }
          }
        }
      },
      env: { SHOP: 'shop', NAME: 'ada', MORE: 'more', PASSWORD: 'hush' }
    })
    expect(loadHost?.hosts).to.eql(['bench@load1'])
    expect(loadHost?.files.sort()).to.eql(
      ['deep.js', 'hooks.js', 'job.json', 'names.mjs', 'photo.jpg', 'users.csv'].map(folder.path)
    )
    expect(loadHost?.packages.sort()).to.eql([
      '@faker-js/faker',
      'artillery-plugin-expect',
      'artillery-plugin-speedup',
      'lodash'
    ])
    expect(loadHost?.variables).to.eql({ SHOP: 'shop', NAME: 'ada', MORE: 'more' })
  })

  for (const [what, given, message] of [
    [
      'a target that means that machine',
      { config: { target: 'http://127.0.0.1:3030' } },
      /^config\.target is "http:\/\/127\.0\.0\.1:3030", which on load1 \(plugins\.speedup\.generator\.ssh\) means load1 itself\. Name an address that load1 reaches\. (?:Those of this|This) machine/
    ],
    [
      'a variant that runs on this machine',
      { options: { app: undefined, variants: { a: { url: 'http://localhost:1' }, b: { url: 'http://b.test' } } } },
      /^plugins\.speedup\.variants\.a\.url is "http:\/\/localhost:1", which on load1 .* means load1 itself\. Name an address that load1 reaches\./
    ],
    [
      'what ssh would take for a flag',
      { options: { generator: { ssh: '-oProxyCommand=id' } } },
      /^plugins\.speedup\.generator\.ssh is "-oProxyCommand=id"\. It must be the name of a machine, such as load1/
    ],
    [
      'more machines than users',
      {
        config: { target: undefined, phases: undefined },
        options: { ...deployed, users: 2, generator: { ssh: ['load1', 'load2', 'load3'] } }
      },
      /^plugins\.speedup\.generator\.ssh names 3 machines, but 2 users can't be shared by so many\. Name fewer\.$/
    ],
    [
      'a script that has something done once for each load, by several machines',
      {
        config: { target: undefined },
        options: { ...deployed, generator: { ssh: ['load1', 'load2'] } },
        before: { flow: [] }
      },
      /^plugins\.speedup\.generator\.ssh names 2 machines, and the section before or after of the script would run on each\. Name one\.$/
    ],
    [
      'a command of Artillery beside it',
      { options: { generator: { ssh: 'load1', command: 'run' } } },
      /^plugins\.speedup\.generator\.ssh and plugins\.speedup\.generator\.command are both set/
    ]
  ] as [string, object, RegExp][]) {
    it(`refuses ${what}`, () => {
      const { code, message: told } = refusal(() => read(given))
      expect(code).to.equal('INVALID_SETTINGS')
      expect(told).to.match(message)
    })
  }
})

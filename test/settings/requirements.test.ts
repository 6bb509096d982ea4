import { expect } from 'chai'
import { checkNode, checkRequirements } from '../../plugin/settings/requirements.ts'
import { aSource, refusal } from '../support/settings.ts'

const here = { platform: 'linux', artilleryVersion: '2.0.32', launchedOn: 'local' }

describe('the requirements', () => {
  for (const artilleryVersion of ['2.0.32', '2.0.34', '2.0.100', '2.1.0', '2.0.35-a1b2c3d', undefined]) {
    it(`accept Artillery ${artilleryVersion ?? 'that does not tell its version'}`, () =>
      checkRequirements({ ...here, artilleryVersion }))
  }
  for (const version of ['22.18.0', '22.20.1', '24.0.0']) it(`accept Node ${version}`, () => checkNode(version))

  const older = 'but artillery-plugin-speedup needs 2.0.32 or later. Update it: npm install --save-dev artillery@2.'
  const later =
    'but this version of artillery-plugin-speedup relies on internals of Artillery 2. Update the plugin: npm install --save-dev artillery-plugin-speedup@latest. ' +
    'Or go back to Artillery 2: npm install --save-dev artillery@2.'
  const node =
    'but artillery-plugin-speedup needs 22.18 or later. Update Node, or install a later one in this project for npx: npm install --save-dev node@24.'
  const artillery = (artilleryVersion: string, reason: string, rest = {}): [() => void, string] => [
    () => checkRequirements({ ...here, artilleryVersion, ...rest }),
    `This is Artillery ${artilleryVersion}, ${reason}`
  ]
  const refused: [act: () => void, message: string][] = [
    ...['2.0.31', '2.0.4', '1.7.9', '2.0.0-38', '1.99.99'].map((version) => artillery(version, older)),
    ...['3.0.0', '3.0.0-1', '10.1.2'].map((version) => artillery(version, later)),
    // Such an Artillery does not say where it runs.
    artillery('2.0.30', older, { launchedOn: undefined }),
    ...['22.17.9', '20.20.2', '18.0.0'].map((version): [() => void, string] => [
      () => checkNode(version),
      `This is Node ${version}, ${node}`
    ]),
    [
      () => checkRequirements({ ...here, platform: 'win32' }),
      'artillery-plugin-speedup does not run on Windows: it controls apps through process groups and signals. ' +
        'Run it in WSL, in a container or in CI on Linux.'
    ],
    [
      () => checkRequirements({ ...here, launchedOn: 'aws:lambda' }),
      "Artillery's --platform is aws:lambda, but comparisons run on this machine. Remove --platform. To load variants of mode url " +
        'from elsewhere, set plugins.speedup.generator, for example { command: run-lambda }.'
    ]
  ]
  for (const [act, message] of refused) {
    it(`refuse another place or version: ${message}`, () =>
      expect(refusal(act)).to.eql({ code: 'UNSUPPORTED', message }))
  }
})

describe('what Artillery itself demands of a script', () => {
  it('is a config.target even where every variant has a url, so one is to be repeated there', async () => {
    const file = new URL('../../node_modules/artillery/dist/lib/util/validate-script.js', import.meta.url)
    const { default: validate } = await import(file.href)
    const { script } = aSource()
    const told = [undefined, 'https://old.example'].map((target) =>
      validate({ ...script, config: { ...script.config, target } })
    )
    expect(told).to.eql(['"config.target" is required', undefined])
  })
})

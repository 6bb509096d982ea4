import { SpeedupError } from '../concepts/errors.ts'

/**
 * Installed today, 2.0.26 to 2.0.31 do not start: they use packages that they do not name. Before, Artillery does not
 * tell a plugin its flags, which each run needs. What comes after 2 has internals that we never saw.
 */
const oldestArtillery = '2.0.32'
/** As in package.json, which package managers only warn of. */
const oldestNode = '22.18'
const oldestOfTests = { mocha: '10', chai: '4' }

/** @throws SpeedupError UNSUPPORTED, as all of this file */
export function checkNode(version: string) {
  if (!isOlder(version, oldestNode)) return
  refuse(
    `This is Node ${version}, but artillery-plugin-speedup needs ${oldestNode} or later. ` +
      'Update Node, or install a later one in this project for npx: npm install --save-dev node@24.'
  )
}

/** What tests use. @param version as it names it; undefined where it names none */
export function checkForTests(name: keyof typeof oldestOfTests, version: unknown) {
  const oldest = oldestOfTests[name]
  if (typeof version !== 'string' || !isOlder(version, oldest)) return
  refuse(
    `This is ${name} ${version}, but artillery-plugin-speedup needs ${name} ${oldest} or later. Update it: npm install --save-dev ${name}@latest.`
  )
}

/** artilleryVersion: undefined: it does not tell; launchedOn: the value of Artillery's --platform */
type Surroundings = { platform?: string; artilleryVersion?: string; launchedOn?: string }

export function checkRequirements({
  platform = process.platform,
  artilleryVersion: version,
  launchedOn = 'local'
}: Surroundings) {
  if (platform === 'win32')
    refuse(
      'artillery-plugin-speedup does not run on Windows: it controls apps through process groups and signals. ' +
        'Run it in WSL, in a container or in CI on Linux.'
    )
  if (version !== undefined && isOlder(version, oldestArtillery))
    refuse(
      `This is Artillery ${version}, but artillery-plugin-speedup needs ${oldestArtillery} or later. ` +
        'Update it: npm install --save-dev artillery@2.'
    )
  if (version !== undefined && !isOlder(version, '3'))
    refuse(
      `This is Artillery ${version}, but this version of artillery-plugin-speedup relies on internals of Artillery 2. ` +
        'Update the plugin: npm install --save-dev artillery-plugin-speedup@latest. ' +
        'Or go back to Artillery 2: npm install --save-dev artillery@2.'
    )
  if (launchedOn === 'local') return
  refuse(
    `Artillery's --platform is ${launchedOn}, but comparisons run on this machine. Remove --platform. To load variants of mode url ` +
      'from elsewhere, set plugins.speedup.generator, for example { command: run-lambda }.'
  )
}

const isOlder = (version: string, oldest: string) => version.localeCompare(oldest, 'en', { numeric: true }) < 0

function refuse(message: string): never {
  throw new SpeedupError('UNSUPPORTED', message)
}

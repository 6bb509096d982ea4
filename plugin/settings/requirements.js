import { SpeedupError } from '../errors.js'

/** Before this, `done` and the load threads work differently. */
const oldestArtillery = [2, 0, 34]

/**
 * @param {{ platform: string, artilleryVersion: string | undefined, launchedOn: string }} here `process.platform`,
 *   Artillery's version, and the value of Artillery's --platform
 * @throws {SpeedupError} UNSUPPORTED
 */
export function checkRequirements({ platform, artilleryVersion, launchedOn }) {
  if (platform === 'win32') {
    throw new SpeedupError('UNSUPPORTED', 'artillery-plugin-speedup does not run on Windows: it owns apps by process groups and signals. Run it in WSL, in a container or in CI on Linux.')
  }
  if (artilleryVersion !== undefined && isOlder(artilleryVersion)) {
    throw new SpeedupError('UNSUPPORTED', `This is Artillery ${artilleryVersion}, but artillery-plugin-speedup needs ${oldestArtillery.join('.')} or later. Update it: npm install --save-dev artillery@latest.`)
  }
  if (launchedOn !== 'local') {
    throw new SpeedupError('UNSUPPORTED', `Artillery's --platform is ${launchedOn}, but the app is started on this machine. Leave --platform out.`)
  }
}

/** @param {string} version */
function isOlder(version) {
  const numbers = version.split(/[.-]/).map(Number)
  const at = oldestArtillery.findIndex((least, i) => numbers[i] !== least)
  return at !== -1 && numbers[at] < oldestArtillery[at]
}

import { SpeedupError } from '../errors.js'

/** Before this, `done` and the load threads work differently. */
const oldestArtillery = [2, 0, 34]
/** As in package.json, which npm only warns of. */
const oldestNode = [22, 18]

/**
 * @param {string} version of Node
 * @throws {SpeedupError} UNSUPPORTED
 */
export function checkNode(version) {
  if (!isOlder(version, oldestNode)) return
  throw new SpeedupError('UNSUPPORTED', `This is Node ${version}, but artillery-plugin-speedup needs ${oldestNode.join('.')} or later. Update it, or run a later one by npx: npm install --save-dev node@24.`)
}

/**
 * @param {{ platform: string, artilleryVersion: string | undefined, launchedOn: string }} here `process.platform`,
 *   Artillery's version, and the value of Artillery's --platform
 * @throws {SpeedupError} UNSUPPORTED
 */
export function checkRequirements({ platform, artilleryVersion, launchedOn }) {
  if (platform === 'win32') {
    throw new SpeedupError('UNSUPPORTED', 'artillery-plugin-speedup does not run on Windows: it owns apps by process groups and signals. Run it in WSL, in a container or in CI on Linux.')
  }
  if (artilleryVersion !== undefined && isOlder(artilleryVersion, oldestArtillery)) {
    throw new SpeedupError('UNSUPPORTED', `This is Artillery ${artilleryVersion}, but artillery-plugin-speedup needs ${oldestArtillery.join('.')} or later. Update it: npm install --save-dev artillery@latest.`)
  }
  if (launchedOn !== 'local') {
    throw new SpeedupError('UNSUPPORTED', `Artillery's --platform is ${launchedOn}, but the app is started on this machine. Leave --platform out.`)
  }
}

/**
 * @param {string} version
 * @param {number[]} oldest
 */
function isOlder(version, oldest) {
  const numbers = version.split(/[.-]/).map(Number)
  const at = oldest.findIndex((least, i) => numbers[i] !== least)
  return at !== -1 && numbers[at] < oldest[at]
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @returns {string | undefined} the path of a Chromium */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return browserNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @returns the path of a Chromium */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return browserNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

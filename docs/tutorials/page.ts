import { runOf, tutorials } from './claims/index.ts'
import { readKept } from './kept.ts'
import { renderTutorials } from './render.ts'

/**
 * docs/tutorials.md, from the runs that are kept.
 *
 * @param folders where they are, as in readKept
 */
export const tutorialsPage = (folders: string[]): string =>
  renderTutorials(tutorials.map((tutorial) => ({ tutorial, comparison: readKept(folders, runOf(tutorial)) })))

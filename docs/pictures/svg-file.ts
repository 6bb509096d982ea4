import { readFileSync } from 'node:fs'
import { draw } from '../../plugin/report/charts/plot.ts'
import { Markup } from '../../plugin/report/markup.ts'
import { page } from '../../plugin/report/palette.ts'

/** The colours of our reports, of both themes: an image follows the system, whatever the page around it does. */
const themes = /^:root[^]*?(?=^\* )/m.exec(
  readFileSync(new URL('../../plugin/report/page/styles/base.css', import.meta.url), 'utf8')
)?.[0]

type Size = { width: number; height: number } // px; a phone shows 520 px at two thirds of their size

/**
 * A picture for a page in Markdown.
 *
 * @param label what it shows, for those who can't see it
 * @returns a file of its own, with its colours
 */
export function svgFile({ width, height }: Size, label: string, marks: readonly Markup[]): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'aria-label': label,
    'font-family': 'system-ui, sans-serif',
    'font-size': 14
  }
  return `${draw('svg', frame, [
    draw('style', {}, new Markup(themes ?? '')),
    draw('rect', { width: '100%', height: '100%', rx: 8, fill: page }),
    ...marks
  ])}\n`
}

import { readFileSync } from 'node:fs'
import { Markup, markup } from '../markup.js'
/** @import { Content } from '../markup.js' */

const base = readStyle('base')

/**
 * A whole page: one file that loads nothing and runs nothing, and says so to the browser.
 *
 * @param {{ title: string, styles?: readonly string[] }} head styles: names of files in styles/, beyond the common one
 * @param {Content | readonly Content[]} body
 * @returns {string}
 */
export function documentOf({ title, styles = [] }, body) {
  const css = [base, ...styles.map(readStyle)].join('\n')
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${new Markup(css)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text
}

/**
 * @param {string} name
 * @returns {string} without comments and the spaces that lines begin with
 */
function readStyle(name) {
  const css = readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8')
  return css.replace(/\/\*.*?\*\//gs, '').replace(/^\s+/gm, '')
}

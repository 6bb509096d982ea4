import { readFileSync } from 'node:fs'
import { Markup, markup, type Content } from '../markup.ts'
import { packageFile } from '../../package-files.ts'

/** A whole page: one file that loads nothing and runs nothing, and says so to the browser. Its styles are files in styles/. */
export function documentOf({ title, styles }: { title: string, styles: readonly string[] }, body: Content | readonly Content[]): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${new Markup(['base', ...styles].map(readStyle).join('\n'))}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>\n`.text
}

/** @returns without comments and the spaces that lines begin with */
function readStyle(name: string): string {
  return readFileSync(packageFile(`report/page/styles/${name}.css`), 'utf8').replace(/\/\*.*?\*\//gs, '').replace(/^\s+/gm, '')
}

// node tools/weight.ts [folder ...]: how heavy the code in them is (default: plugin and test).
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const token = new RegExp(
  [
    /(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)/,
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/,
    /(?<template>`(?:\\[^]|[^`\\])*`)/,
    /[A-Za-z_$#@][\w$]*|\d[\w.]*/,
    /=>|\?\?=|\?\.|\?\?|\.\.\.|===|!==|==|!=|<=|>=|&&=?|\|\|=?|\*\*|\+\+|--|[-+*/%&|^]=|[^\s\w]/
  ]
    .map(({ source }) => source)
    .join('|'),
  'g'
)

/**
 * A token is a name, a number, a string, a piece of a template's text or a sign. Comments and white space are none, so
 * neither how code is broken into lines nor what is said of it makes it heavier.
 */
export function tokensOf(source: string): number {
  return [...source.matchAll(token)].reduce((tokens, { groups }) => {
    if (groups?.comment !== undefined) return tokens
    if (groups?.template === undefined) return tokens + 1
    const values = [...groups.template.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, value]) => value)
    return values.reduce((sum, value) => sum + tokensOf(value), tokens + 1 + values.length)
  }, 0)
}

/** @returns code as it is without what is said of it */
export const withoutComments = (source: string): string =>
  source.replace(token, (whole, comment?: string) => (comment === undefined ? whole : ''))

/** @returns the tokens of each file of code below a folder, by its path from there */
export function weightsOf(folder: string): Record<string, number> {
  const files = globSync('**/*.{ts,mts,cts,js,mjs,cjs}', {
    cwd: folder,
    exclude: (name) => ['node_modules', 'dist'].includes(name)
  })
  return Object.fromEntries(files.sort().map((file) => [file, tokensOf(readFileSync(`${folder}/${file}`, 'utf8'))]))
}

if (import.meta.main) {
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['plugin', 'test']) {
    const weights = weightsOf(fileURLToPath(new URL(`../${name}`, import.meta.url)))
    const byFolder = Map.groupBy(Object.entries(weights), ([file]) => (file.includes('/') ? file.split('/')[0] : ''))
    const sum = (entries: [string, number][]) => entries.reduce((all, [, tokens]) => all + tokens, 0)
    console.log(`${name}: ${sum(Object.entries(weights))} tokens in ${Object.keys(weights).length} files`)
    for (const [folder, entries] of [...byFolder].sort(([, a], [, b]) => sum(b) - sum(a))) {
      console.log(`${String(sum(entries)).padStart(9)} ${String(entries.length).padStart(4)}  ${folder}/`)
    }
  }
}

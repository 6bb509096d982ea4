#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { SpeedupError } from './errors.js'
import { openInBrowser } from './processes/open-in-browser.js'
import { checkNode } from './settings/requirements.js'
import { makeReport } from './speedup.js'

const usage = `Usage:
  artillery-speedup report <folder> [--open]   make the page of a comparison again, from the files in its folder
  artillery-speedup --version

The folder is one that \`artillery run\` has named at its end, such as reports/2026-11-20T12-00-00-primes.
--open shows the page in the browser.`

/** A call that nobody can carry out, and a folder from which no page can be made. */
const exitCodes = { usage: 2, report: 1 }

await main(process.argv.slice(2))

/** @param {string[]} words */
async function main(words) {
  try {
    checkNode(process.versions.node)
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { open: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } }
    })
    if (values.help) return say(usage)
    if (values.version) return say(JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).version)
    const [command, folder, ...rest] = positionals
    if (command !== 'report') return refuse(command === undefined ? 'Nothing to do.' : `There is no command ${JSON.stringify(command)}.`)
    if (folder === undefined) return refuse('report needs the folder of a comparison.')
    if (rest.length > 0) return refuse(`report takes one folder, but ${rest.length + 1} were given: ${[folder, ...rest].join(', ')}.`)
    await report(resolve(folder), values.open === true)
  } catch (error) {
    if (error instanceof SpeedupError) return fail(error.message, exitCodes.report)
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return refuse(error.message)
    throw error
  }
}

/**
 * @param {string} folder absolute path
 * @param {boolean} isToBeShown
 */
async function report(folder, isToBeShown) {
  await makeReport(folder)
  const page = join(folder, 'index.html')
  say(`Report: ${page}`)
  if (isToBeShown) await openInBrowser(pathToFileURL(page).href)
}

/** @param {string} problem */
function refuse(problem) {
  fail(`${problem}\n\n${usage}`, exitCodes.usage)
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`)
}

/**
 * @param {string} message
 * @param {number} exitCode
 */
function fail(message, exitCode) {
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}

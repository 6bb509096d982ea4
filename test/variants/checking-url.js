import { expect } from 'chai'
import { checkVariants } from '../../plugin/variants/check-variants.js'
import { aVariant, someSettings } from '../support/settings.js'
/**
 * @import { RequestListener } from 'node:http'
 * @import { App, Generator, Target } from '../../plugin/vocabulary.js'
 */

const settings = someSettings()

/**
 * Checks two variants: one that is started here, and one of mode url.
 *
 * @param {Target[]} targets of the latter
 * @param {Partial<App> & { insecure?: boolean, generator?: Generator | null }} [rest]
 */
export function check(targets, { insecure = false, generator = null, ...app } = {}) {
  const variants = [aVariant(), aVariant({ name: 'staging', mode: 'url', workers: null, targets })]
  const given = { ...settings, app: { ...settings.app, script: null, ...app }, variants, insecure, generator }
  return checkVariants(given, new AbortController().signal)
}

/** @param {Parameters<typeof check>} given @returns {Promise<{ code: string, message: string }>} */
export const refusal = (...given) => check(...given).then(() => expect.fail('It was accepted.'), ({ code, message }) => ({ code, message }))

/** @param {number} status @param {string} [location] @returns {RequestListener} */
export const answering = (status, location) => (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end()

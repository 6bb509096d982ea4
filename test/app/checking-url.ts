import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { checkVariants } from '../../plugin/app/modes.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import type { App, Generator, Target } from '../../plugin/concepts/settings.ts'

const settings = someSettings()

/**
 * Checks two variants: one that is started here, and one of mode url.
 *
 * @param targets of the latter
 */
export function check(targets: Target[], { insecure = false, generator = null, ...app }: Partial<App> & { insecure?: boolean, generator?: Generator | null } = {}) {
  const variants = [aVariant(), aVariant({ name: 'staging', mode: 'url', workers: null, targets })]
  const given = { ...settings, app: { ...settings.app, script: null, ...app }, variants, insecure, generator }
  return checkVariants(given, new AbortController().signal)
}

export const refusal = (...given: Parameters<typeof check>): Promise<{ code: string, message: string }> => check(...given).then(() => expect.fail('It was accepted.'), ({ code, message }) => ({ code, message }))

export const answering = (status: number, location?: string): RequestListener => (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end()

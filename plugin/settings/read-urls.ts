import { SpeedupError } from '../errors.ts'
import { isLoopback, parseUrl, targetAt } from './read-target.ts'
import type { Target, Variant } from '../vocabulary.ts'

/**
 * @param given a variant's option `url`, its shape already checked
 * @returns in the order written; none where nothing was given
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readUrls(given: string | string[] | undefined, path: string): Target[] {
  const targets = typeof given === 'string' ? [readUrl(given, path)] : (given ?? []).map((one, i) => readUrl(one, `${path}[${i}]`))
  const [first] = targets
  targets.forEach(({ url, protocol }, i) => {
    if (targets.findIndex((one) => one.url === url) < i) {
      throw new SpeedupError('INVALID_SETTINGS', `${path}[${i}] is ${JSON.stringify(url)}, as an earlier one. Give each URL once.`)
    }
    if (protocol !== first.protocol) {
      throw new SpeedupError(
        'INVALID_SETTINGS',
        `${path}[${i}] is ${JSON.stringify(url)}, but ${path}[0] is ${JSON.stringify(first.url)}: what encryption costs would be mixed with the rest. Take http or https for all of one variant.`
      )
    }
  })
  return targets
}

/**
 * @param started one that is started at config.target
 * @throws SpeedupError INVALID_SETTINGS: the variant runs where the other one is to be started
 */
export function checkApart({ name, targets }: Variant, started: Variant, target: Target) {
  const there = targets.find(({ hostname, port }) => port === target.port && (hostname === target.hostname || (isLoopback(hostname) && isLoopback(target.hostname))))
  if (there === undefined) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${name}.url is ${JSON.stringify(there.url)}, but variant ${started.name} is started at config.target, which is ${JSON.stringify(target.url)}: only one app can listen there. Give one of the two another port.`
  )
}

function readUrl(given: string, path: string): Target {
  const url = parseUrl(given, path, 'the http or https URL where the app runs, for example https://staging.example.com')
  const { pathname, search, hash } = url
  if (pathname === '/' && search === '' && hash === '') return targetAt(url, url.origin)
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path} is ${JSON.stringify(given)}, but ${JSON.stringify(pathname.replace(/^\/$/, '') + search + hash)} is more than where the app runs. Leave it out, and write the path into the requests of the scenarios.`
  )
}

import { mapsIn } from './read-flow.ts'
import { refuse } from './shapes.ts'
import type { Script } from '../concepts/settings.ts'

type Check = { where: string; text: string; most?: unknown }

/** Checks that have no list, and metrics by their ends: which of our limits says the same. */
const limits: Record<string, string> = {
  min: '',
  max: '',
  median: 'p50: ?ms',
  p50: 'p50: ?ms',
  p95: 'p95: ?ms',
  p99: 'p99: ?ms',
  maxErrorRate: 'errorRate: ?%'
}

/** What a condition may hold: the metrics that we add to those of the outer run, and its language's own words. */
const allowed = /plugins\.speedup\.[\w.]+|\b(?:and|or|not|in|mod|abs|ceil|floor|log|max|min|round|sqrt)\b/g

/**
 * Artillery's plugin ensure judges the outer run, in which one user waits until the comparison is over: of the loads it
 * sees only the metrics that we add.
 *
 * @throws SpeedupError INVALID_SETTINGS
 */
export function checkEnsure({ ensure, plugins }: Script, env: NodeJS.ProcessEnv = {}) {
  if (plugins?.ensure === undefined || env.ARTILLERY_DISABLE_ENSURE !== undefined) return
  // As the plugin looks for it.
  const wrong = checksIn(ensure || plugins.ensure || {}).find(({ text }) => /[a-z_]/i.test(text.replace(allowed, '')))
  if (wrong === undefined) return
  const { where, text, most } = wrong
  const limit = limits[text.split('.').at(-1) ?? '']?.replace('?', String(most)) || 'p95: 200ms, errorRate: 1%'
  refuse(
    `config${ensure ? '' : '.plugins'}.ensure.${where} checks ${text}, but of the loads that are compared Artillery's ensure knows only the metrics ` +
      `plugins.speedup.*: it would judge the user who waits for the comparison. Remove it, and set limits for each variant, for example plugins.speedup.limits: { ${limit} }.`
  )
}

/**
 * On a platform, a missed check looks the same as a load that failed.
 *
 * @param place what says where the load is made, with its value
 */
export function checkEnsureElsewhere({ ensure, plugins }: Script, place: string) {
  const { conditions = [], ...others } = ensure || plugins?.ensure || {}
  const isStrict =
    Object.keys(others).length > 0 || [conditions].flat().some((condition) => condition?.strict !== false)
  if (!isStrict) return
  refuse(
    `config${ensure ? '' : '.plugins'}.ensure is set, but with ${place} a failed check ends that run with an exit code, ` +
      'and with it the comparison. Remove ensure and use the thresholds and limits of plugins.speedup instead.'
  )
}

const checksIn = ({ thresholds, conditions, ...alone }: Script): Check[] => [
  ...mapsIn(thresholds).map((check, i) => {
    const [[text, most] = ['', '']] = Object.entries(check)
    return { where: `thresholds[${i}]`, text, most }
  }),
  ...mapsIn(conditions).map(({ expression }, i) => ({ where: `conditions[${i}]`, text: String(expression) })),
  ...Object.keys(alone)
    .filter((name) => limits[name] !== undefined)
    .map((name) => ({
      where: name,
      text: name === 'maxErrorRate' ? name : `http.response_time.${name}`,
      most: alone[name]
    }))
]

import { describeCommand, type Call } from './describe-command.ts'
import { withoutValues } from '../concepts/load-description.ts'
import { packages, type EarlierResult, type Limits, type Settings, type Variant } from '../concepts/settings.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import type { Comparison, DescribedVariant } from '../concepts/comparison.ts'
import type { Thresholds } from '../concepts/options.ts'

/** @returns an absolute path as a reader would type it */
type AsTyped = (file: string) => string

/** What was asked for, as it is kept: without the values of environment variables, and what else may be a secret. */
export function describeSettings(settings: Settings, call: Call, asTyped: AsTyped): Comparison['settings'] {
  const { script } = settings.app
  const { baseline, rounds, confidence, onInconclusive, client, alternate, load, warmUpSeconds } = settings
  return {
    command: describeCommand(call, asTyped(settings.scriptFile)),
    app: script && asTyped(script),
    target: withoutValues(settings.target.url),
    variants: settings.variants.map((variant) => describeVariant(variant, asTyped)),
    baseline,
    rounds,
    confidence,
    onInconclusive,
    compareWith: settings.compareWith && describeEarlier(settings.compareWith, asTyped),
    generator: settings.generator?.command ?? null,
    client,
    alternate,
    time: settings.time && settings.time.seconds,
    load,
    warmUpSeconds,
    thresholds: demandsOf<keyof Thresholds>(settings, 'thresholds').map(({ value, ...of }) => ({
      ...of,
      threshold: value
    })),
    limits: demandsOf<keyof Limits>(settings, 'limits').map(({ value, ...of }) => ({ ...of, limit: value })),
    disturb: settings.disturb ?? []
  }
}

/** @returns those that are set: null takes back what a wider level set */
const demandsOf = <Metric extends string>({ scenarios }: Settings, kind: 'thresholds' | 'limits') =>
  scenarios.flatMap((plan) =>
    Object.entries(plan[kind]).flatMap(([variant, own]) =>
      Object.entries<number | null | undefined>(own).flatMap(([metric, value]) =>
        value == null ? [] : [{ scenario: plan.name, variant, metric: metric as Metric, value }]
      )
    )
  )

function describeVariant(
  {
    name,
    mode,
    workers,
    scheduling,
    args,
    command,
    ecosystem,
    targets,
    listed,
    instances,
    resources,
    ...version
  }: Variant,
  asTyped: AsTyped
): DescribedVariant {
  const { commit, dependencies, node, nodeArgs, place } = version
  const parts = [
    command === null ? '' : maskSecrets(command),
    ecosystem === null ? '' : `${asTyped(ecosystem.file)}${ecosystem.app === null ? '' : `, app ${ecosystem.app}`}`,
    targets.map(({ url }) => url).join(', '),
    maskSecrets([...packages(dependencies), ...nodeArgs, ...args])
  ]
  // Where it was not prepared, as it was asked for.
  const prepared = { commit: place?.commit ?? commit, node: node && (place?.node.version ?? node) }
  const detail = parts.filter(Boolean).join(' ') || null
  return { name, mode, workers, instances, resources, scheduling, detail, ...prepared, listed }
}

const describeEarlier = ({ file, finishedAt, commit, plugin, cpu, cores }: EarlierResult, asTyped: AsTyped) => ({
  file: asTyped(file),
  finishedAt,
  commit,
  plugin,
  cpu,
  cores
})

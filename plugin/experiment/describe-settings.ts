import { maskSecrets } from '../processes/mask-secrets.ts'
import type { Comparison, DescribedVariant, Settings, Variant } from '../vocabulary.ts'

/**
 * What was asked for, as it is kept: without the values of environment variables, and what else may be a secret.
 *
 * @param asTyped an absolute path as a reader would type it
 */
export function describeSettings({ app, target, variants, baseline, rounds, confidence, onInconclusive, compareWith, generator, client }: Settings, asTyped: (file: string) => string): Comparison['settings'] {
  return {
    app: app.script === null ? null : asTyped(app.script),
    target: target.url,
    variants: variants.map((variant) => describeVariant(variant, asTyped)),
    baseline,
    rounds,
    confidence,
    onInconclusive,
    compareWith: describeEarlier(compareWith, asTyped),
    generator: generator?.command ?? null,
    client
  }
}

function describeVariant({ name, mode, workers, scheduling, args, command, ecosystem, targets }: Variant, asTyped: (file: string) => string): DescribedVariant {
  const parts = [
    ...(command === null ? [] : [maskSecrets(command)]),
    ...(ecosystem === null ? [] : [`${asTyped(ecosystem.file)}${ecosystem.app === null ? '' : `, app ${ecosystem.app}`}`]),
    ...(targets.length === 0 ? [] : [targets.map(({ url }) => url).join(', ')]),
    ...(args.length === 0 ? [] : [maskSecrets(args)])
  ]
  return { name, mode, workers, scheduling, detail: parts.length === 0 ? null : parts.join(' ') }
}

function describeEarlier(earlier: Settings['compareWith'], asTyped: (file: string) => string): Comparison['settings']['compareWith'] {
  if (earlier === null) return null
  const { file, finishedAt, commit, plugin, cpu, cores } = earlier
  return { file: asTyped(file), finishedAt, commit, plugin, cpu, cores }
}

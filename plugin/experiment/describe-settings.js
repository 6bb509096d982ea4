import { maskSecrets } from '../processes/mask-secrets.js'
/** @import { Comparison, DescribedVariant, Settings, Variant } from '../vocabulary.js' */

/**
 * What was asked for, as it is kept: without the values of environment variables, and what else may be a secret.
 *
 * @param {Settings} settings
 * @param {(file: string) => string} asTyped an absolute path as a reader would type it
 * @returns {Comparison['settings']}
 */
export function describeSettings({ app, target, variants, baseline, rounds, confidence, onInconclusive, compareWith, generator, client }, asTyped) {
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

/**
 * @param {Variant} variant
 * @param {(file: string) => string} asTyped
 * @returns {DescribedVariant}
 */
function describeVariant({ name, mode, workers, scheduling, args, command, ecosystem, targets }, asTyped) {
  const parts = [
    ...(command === null ? [] : [maskSecrets(command)]),
    ...(ecosystem === null ? [] : [`${asTyped(ecosystem.file)}${ecosystem.app === null ? '' : `, app ${ecosystem.app}`}`]),
    ...(targets.length === 0 ? [] : [targets.map(({ url }) => url).join(', ')]),
    ...(args.length === 0 ? [] : [maskSecrets(args)])
  ]
  return { name, mode, workers, scheduling, detail: parts.length === 0 ? null : parts.join(' ') }
}

/**
 * @param {Settings['compareWith']} earlier
 * @param {(file: string) => string} asTyped
 * @returns {Comparison['settings']['compareWith']}
 */
function describeEarlier(earlier, asTyped) {
  if (earlier === null) return null
  const { file, finishedAt, commit, plugin, cpu, cores } = earlier
  return { file: asTyped(file), finishedAt, commit, plugin, cpu, cores }
}

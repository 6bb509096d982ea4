import type { Settings, Target } from '../vocabulary.ts'

/**
 * What the plugin is told where its own environment and files don't reach: in a load generator that is known by its
 * official metrics alone. It travels with Artillery's flag --overrides, which every platform of Artillery passes on, under a
 * key of the plugin's section that is no option of the user's.
 */
export interface MetricsOrder {
  targets: Pick<Target, 'hostname' | 'port' | 'url'>[] // the first one is Artillery's; requests to elsewhere are not counted
  pidHeader: string // lower case
  client: Settings['client']
}

const key = '_metrics'

/** @returns for --overrides */
export function metricsOrderAsOverrides({ targets, pidHeader, client }: MetricsOrder): Record<string, unknown> {
  const order = { targets: targets.map(({ hostname, port, url }) => ({ hostname, port, url })), pidHeader, client }
  return { config: { plugins: { speedup: { [key]: order } } } }
}

/**
 * @param script as Artillery gives it to a plugin
 * @returns null: nobody gave one
 */
export function readMetricsOrder(script: any): MetricsOrder | null {
  return script?.config?.plugins?.speedup?.[key] ?? null
}

import { coresWords } from '../../../../concepts/wording.ts'
import { allowedCores } from '../../../../machine/cores.ts'
import type { Check } from '../started.ts'

/** Of the machine, or of what a quota of CPU leaves of it. */
export const cores: Check<null> = {
  title: 'cores',
  needs: 'nobody',
  look: () => null,
  conclude({ workers }) {
    const { count, physicalCores, quota } = allowedCores()
    const words = `${coresWords({ cores: count, physicalCores })}${quota === null ? '' : ' (a CPU quota)'}`
    const sentence = `${workers} workers have ${words}: they wait for each other`
    return {
      findings: workers > count ? [{ code: 'workers-above-cores', sentence }] : [],
      fine: `${workers} workers on ${words}`
    }
  }
}

import { counted, percent } from '../../wording.ts'
import { leastCores } from '../bound.ts'
import { warningOf } from './warning-of.ts'
import type { MachineUse, Run, Variant, Warning } from '../../vocabulary.ts'

/** A share of the machine, taken by others, that changes results: with a core of two, a speedup of 2.0 becomes 1.3. */
const othersAllowed = 0.1
/** From here on little of the result is the app's own. */
const othersTooMuch = 0.3

/** A busy neighbour slows all rounds alike: the spread between them does not show it. */
export function checkMachine(runs: Run[], variants: Pick<Variant, 'name' | 'mode'>[]): Warning[] {
  const commands = variants.filter(({ mode }) => mode === 'command').map(({ name }) => name)
  // What a command such as docker run has others do is no disturbance.
  const isDelegated = ({ variant, machine }: Run) => commands.includes(variant) && machine !== null && machine.app < leastCores
  const disturbed = runs.filter((run) => run.machine !== null && takenByOthers(run.machine) > othersAllowed && !isDelegated(run))
  const machines = disturbed.flatMap(({ machine }) => machine ?? [])
  if (machines.length === 0) return []
  const most = machines.reduce((a, b) => (takenByOthers(b) > takenByOthers(a) ? b : a))
  const severity = takenByOthers(most) > othersTooMuch ? 'problem' : 'warning'
  return warningOf({ code: 'machine-disturbed', severity }, disturbed, () => {
    const stolen = most.stolen > most.others ? ', mostly by the hypervisor for other machines' : ''
    return (
      `programs other than app and load generator took up to ${percent(takenByOthers(most))} of the machine (${(most.others + most.stolen).toFixed(2)} of ${counted(most.cores, 'core')}${stolen}), ` +
      'so the app was slower than it could be, and the more so the more cores it wants. Stop what else runs here, or repeat it at a quieter time.'
    )
  })
}

function takenByOthers({ others, stolen, cores }: MachineUse) {
  return (others + stolen) / cores
}

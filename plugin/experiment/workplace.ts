import { openWorkbench, type Workbench } from '../processes/workbench.ts'

/** What all runs of a comparison share. */
interface Comparing {
  recordFolder: string // where the comparison is kept
  artillery: string // the script that is the `artillery` command
  flags: Record<string, any> // of the outer `artillery run`
}

export type Workplace = Workbench & Comparing

/** @returns its owner has to close it */
export function openWorkplace(given: Comparing): Workplace {
  return { ...openWorkbench(), ...given }
}

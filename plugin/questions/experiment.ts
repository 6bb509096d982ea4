import { attendLosses } from './losses/experiment.ts'
import type { QuestionSeen } from './concepts.ts'
import { together } from './concepts-codes.ts'
import type { RunningVariant, StartRequest } from '../app/runner.ts'
import type { RunOrder } from '../messages/load.ts'
import type { Settings } from '../concepts/settings.ts'

/** What a question does to an app while it is loaded. */
export interface Attendance {
  app?: Pick<StartRequest, 'preload' | 'doing'> // what it is started with
  order?: Partial<RunOrder> // what makes the load has to know
  begin?: (running: RunningVariant) => void // as the load does
  count?: () => void // from now on, the load counts
  end: (isFinished?: boolean) => void // may be called again; isFinished: all of the load was made
  settle?: (signal: AbortSignal) => Promise<void> // before the app is stopped
  seen?: () => Promise<Partial<QuestionSeen>> // once the app has been stopped
}

type Attend = (settings: Settings, round: number) => Attendance | null

const questions: Attend[] = [attendLosses]

/** @returns all together */
export function attend(...of: Parameters<Attend>): Attendance {
  const attending = questions.flatMap((question) => question(...of) ?? [])
  return {
    order: together(attending.map(({ order }) => order)),
    begin: (running) => attending.forEach(({ begin }) => begin?.(running)),
    end: () => attending.forEach(({ end }) => end()),
    seen: async () => together(await Promise.all(attending.map(({ seen }) => seen?.())))
  }
}

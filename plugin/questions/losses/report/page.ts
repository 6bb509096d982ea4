import { losses, type LossesAdds } from '../concepts/losses.ts'
import { lossDetails } from './loss-sentences.ts'
import { figureTitles, lossesSection, withCodeLink, worstFigures } from './losses-section.ts'
import { lossReasons } from './told.ts'

/** What the page shows in place of speeds. */
export const lossesPage = {
  question: losses,
  section: ['losses', 'Losses', lossesSection] as const,
  styles: ['losses'],
  shown: ['losses', 'measured', 'profile', 'runs', 'workers'],
  titles: figureTitles,
  figures: (result: LossesAdds['result'], name: string) => worstFigures(losses.own(result, name).losses ?? []),
  why: ({ losses: all }: LossesAdds['result']) => lossReasons(all ?? []).map(withCodeLink),
  details: lossDetails
}

import { refusal } from '../support/settings.ts'

/** @returns of the SpeedupError that it rejects with */
export async function refusalOf(attempt: Promise<unknown>): Promise<{ code: string, message: string }> {
  const outcome = await attempt.then(() => () => {}, (error) => () => {
    throw error
  })
  return refusal(outcome)
}

import { refusal } from '../support/settings.js'

/**
 * @param {Promise<unknown>} attempt
 * @returns {Promise<{ code: string, message: string }>} of the SpeedupError that it rejects with
 */
export async function refusalOf(attempt) {
  const outcome = await attempt.then(() => () => {}, (error) => () => {
    throw error
  })
  return refusal(outcome)
}

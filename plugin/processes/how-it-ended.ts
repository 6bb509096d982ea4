import type { Ending } from './spawn-marked.ts'

/** @returns in words, after the name of what ended */
export function howItEnded({ code, signal }: Pick<Ending, 'code' | 'signal'>): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`
}

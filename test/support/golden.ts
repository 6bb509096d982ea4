import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'

/** Compares with the text that was committed; with UPDATE_GOLDEN=1 in the environment, writes it instead. */
export function expectGolden(name: string, text: string) {
  const file = new URL(`../report/golden/${name}`, import.meta.url)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text, `UPDATE_GOLDEN=1 writes test/report/golden/${name} anew`).to.equal(readFileSync(file, 'utf8'))
}

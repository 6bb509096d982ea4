/**
 * @param of.scenarioFile from the folder of the test
 * @returns an ES module for mocha
 */
export function mochaTestFor({ hasChai, scenarioFile }: { hasChai: boolean, scenarioFile: string }): string {
  const { top, meets, more } = hasChai ? withChai() : withoutChai()
  return `${top}

describe('the app as a cluster', () => {
  // One comparison for all tests here, made before the first. Rounds go on until it is clear whether it meets these
  // thresholds, which take the place of the file's. Raise them when you have seen a result or two.
  const comparison = compareBeforeAll(new URL('${scenarioFile}', import.meta.url), { thresholds: { throughput: 0.8 } })

  it('meets its thresholds', () => {
    ${meets}
  })

  // There is more, such as ${more}.
})
`
}

function withChai() {
  const imports = [importLine('speedup', 'artillery-plugin-speedup/chai'), importLine('{ compareBeforeAll }', 'artillery-plugin-speedup/mocha'), importLine('{ expect, use }', 'chai')]
  return {
    top: [...imports, '', 'use(speedup)'].join('\n'),
    meets: 'expect(comparison).to.meetItsThresholds()',
    more: "expect(comparison).to.be.faster({ at: 'p95', by: 1.2 }) and .to.haveNoProblems()"
  }
}

function withoutChai() {
  return {
    top: [importLine('{ assertThresholds }', 'artillery-plugin-speedup/assert'), importLine('{ compareBeforeAll }', 'artillery-plugin-speedup/mocha')].join('\n'),
    meets: 'assertThresholds(comparison)',
    more: "assertFaster(comparison, { at: 'p95', by: 1.2 }) and assertNoProblems(comparison)"
  }
}

function importLine(names: string, module: string) {
  const quote = "'"
  return `import ${names} from ${quote}${module}${quote}`
}

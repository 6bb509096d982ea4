/** What is used of jstat: the package brings no types. */
declare module 'jstat' {
  const jStat: {
    inv(matrix: number[][]): number[][]
    gauss_elimination(matrix: number[][], column: number[][]): number[]
    beta: { inv(probability: number, alpha: number, beta: number): number }
    normal: Record<'inv' | 'cdf', (value: number, mean: number, standardDeviation: number) => number>
    studentt: { inv(probability: number, degreesOfFreedom: number): number }
    chisquare: Record<'inv' | 'cdf', (value: number, degreesOfFreedom: number) => number>
  }
  export default jStat
}

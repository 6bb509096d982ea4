/** What is used of jstat: the package brings no types. */
declare module 'jstat' {
  const jStat: {
    studentt: { inv(probability: number, degreesOfFreedom: number): number }
    chisquare: { cdf(value: number, degreesOfFreedom: number): number }
  }
  export default jStat
}

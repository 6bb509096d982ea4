/** The one function of jstat that is used: the package brings no types. */
declare module 'jstat' {
  const jStat: { studentt: { inv(probability: number, degreesOfFreedom: number): number } }
  export default jStat
}

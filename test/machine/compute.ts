/**
 * Computes for so much CPU time, however long that takes where others compute as well.
 *
 * @returns ms of CPU time that it took
 */
export function compute(ms: number): number {
  const begun = cpuMs()
  // Asking for the CPU time is work of the kernel, so not at each step.
  while (cpuMs() - begun < ms) for (let i = 0; i < 1e5; i++);
  return cpuMs() - begun
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

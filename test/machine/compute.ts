export function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Takes this many ms of CPU time, however long that takes where others compute as well. */
export function compute(ms: number) {
  const begun = cpuMs()
  // Asking for the CPU time is work of the kernel, so not at each step.
  while (cpuMs() - begun < ms) for (let i = 0; i < 1e5; i++);
}

// Loaded into a process by --import: leaves the CPU seconds of all its threads in the file CPU_FILE.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(String(process.env.CPU_FILE), String((user + system) / 1e6))
  })
}

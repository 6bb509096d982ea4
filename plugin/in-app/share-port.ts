// Loaded into every worker of mode reusePort, before the app: whatever TCP port it listens on, others may listen on,
// too.
import { listenOtherwise } from './listen-otherwise.ts'

listenOtherwise((options) => ({ ...options, reusePort: true }))

export type Mode = 'single' | 'cluster' | 'pm2' | 'reuse-port' | 'command' | 'url'

export type { Metric, Percentile } from './metrics.ts'

export type ErrorCode = 'INVALID_SETTINGS' | 'UNSUPPORTED' | 'NOT_WRITABLE' | 'PORT_TAKEN' | 'APP_NOT_READY' | 'APP_DIED'
  | 'GENERATOR_FAILED' | 'NO_RESPONSES' | 'TOO_MANY_ERRORS' | 'NOT_ATTRIBUTED' | 'NOT_A_RECORD'

/** what only those meet who call us from a test suite, or by the command artillery-speedup */
export type CallErrorCode = 'ARTILLERY_FAILED' | 'OUT_OF_TIME' | 'NO_COMPARISON' | 'NOTHING_TO_WRITE'
  | 'INTERRUPTED' | 'UNEXPECTED'

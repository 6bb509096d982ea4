export type Percentile = 'p50' | 'p95' | 'p99'

/** what has a speedup */
export type Metric = Percentile | 'throughput'

export type Verdict = 'pass' | 'fail' | 'inconclusive'

export type ErrorCode = 'INVALID_SETTINGS' | 'UNSUPPORTED' | 'NOT_WRITABLE' | 'PORT_TAKEN' | 'APP_NOT_READY' | 'APP_DIED'
  | 'GENERATOR_FAILED' | 'NO_RESPONSES' | 'TOO_MANY_ERRORS' | 'NOT_ATTRIBUTED' | 'NOT_A_RECORD'

/** what only those meet who call us from a test suite, or by the command artillery-speedup */
export type CallErrorCode = 'ARTILLERY_FAILED' | 'OUT_OF_TIME' | 'NO_COMPARISON' | 'NOTHING_TO_WRITE'
  | 'INTERRUPTED' | 'UNEXPECTED'

/** problem: the result may be wrong; warning: it may be worse than it could be; note: good to know */
export type Severity = 'problem' | 'warning' | 'note'

/** of a measurement that carries no verdict */
export type Reason = 'different-answers' | 'generator-saturated' | 'baseline-saturated' | 'errors' | 'throughput-fixed'

export type WarningCode = Reason | 'machine-disturbed' | 'worker-stalled' | 'worker-restarted' | 'scenario-errors'
  | 'unattributed-responses' | 'telemetry-missing' | 'candidate-saturated' | 'uneven-distribution' | 'users-skipped'
  | 'too-few-requests' | 'too-noisy' | 'threshold-within-noise' | 'app-killed' | 'outlier-round'
  | 'unsteady-answers' | 'different-machine' | 'different-variant' | 'different-client'

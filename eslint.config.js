import js from '@eslint/js'
import globals from 'globals'

export default [
  { ignores: ['reports/*', '!reports/example/', '**/dist/', 'coverage/'] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 160, skipComments: true, skipBlankLines: true }],
      'no-console': 'error'
    }
  },
  { files: ['fixtures-app/**', 'test/bench/**', 'test/support/**', 'test/fixtures/**', 'reports/example/**', 'docs/**'], rules: { 'no-console': 'off' } },
  { files: ['test/**/*.test.js', 'test/fixtures/suites/**', 'test/speedups/**'], languageOptions: { globals: globals.mocha } }
]

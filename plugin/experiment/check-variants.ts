// Before the first run: what can't work here need not be measured half. The plan of a comparison knows the experiment,
// and not how the modes start an app.
export { checkVariants } from '../variants/check-variants.ts'

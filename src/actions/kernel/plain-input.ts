// The API takes the same input, below the actions.
export { definedOf, emailInput, keysOf, longText, recordIdInput } from '../../server/kernel/plain-input.ts';

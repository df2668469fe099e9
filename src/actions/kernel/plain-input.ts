// The API takes the same input, below the actions.
export { definedOf, longText, recordIdInput } from '../../server/kernel/plain-input.ts';

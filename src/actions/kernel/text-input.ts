// The API takes the same input, below the actions.
export { lineInput, optionalTextInput, textInput } from '../../server/kernel/text-input.ts';

/**
 * A form after it was saved: as the server answered, except for fields that were changed since they were sent, which keep what
 * was typed. A field is changed where it is another value, or another array.
 */
export function afterSave<Form extends object>(now: Form, sent: Form, answered: Form): Form {
  const changed = (Object.keys(now) as (keyof Form)[]).filter((field) => now[field] !== sent[field]);
  return { ...answered, ...Object.fromEntries(changed.map((field) => [field, now[field]])) };
}

import { expect, it } from 'vitest';
import { afterSave } from '../../src/ui/after-save.ts';

it('what is typed while a form is saved stays, and all else is as the server has it', () => {
  const sent = { title: ' Antlers', text: '', tierIds: ['low'] };
  const answered = { title: 'Antlers', text: '', tierIds: ['low'] };
  expect(afterSave(sent, sent, answered)).toEqual(answered);
  expect(afterSave({ ...sent, text: 'They grow.' }, sent, answered)).toEqual({
    ...answered,
    text: 'They grow.',
  });
  expect(afterSave({ ...sent, tierIds: [] }, sent, answered)).toEqual({ ...answered, tierIds: [] });
});

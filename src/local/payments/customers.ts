import type { Row } from './book.ts';
import type { Desk } from './desk.ts';
import { type Form, knownOnly, textOf, textsOf } from './form.ts';

export function createCustomer(desk: Desk, form: Form): Row {
  knownOnly(form, ['email', 'name', 'description', 'metadata', 'expand']);
  const row = desk.book.add('customers', 'customer', {
    email: textOf(form['email']),
    name: textOf(form['name']),
    description: textOf(form['description']),
    metadata: textsOf(form['metadata']),
  });
  desk.emit('customer.created', row);
  return row;
}

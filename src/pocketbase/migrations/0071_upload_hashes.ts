import { extend } from './collections.ts';
import { text } from './fields.ts';

/** The SHA-256 that a program says a file has, before it sends it. */
migrate(
  (app) => extend(app, 'uploads', [text('expectedSha256', 64)]),
  () => {
    throw new Error(
      'Uploads would no longer be compared with what their senders say; restore a backup instead.',
    );
  },
);

/** Finds what one person wrote of late: the same words to many are held back. */
const INDEX = 'CREATE INDEX messages_author ON messages (author, created)';

migrate(
  (app) => {
    const messages = app.findCollectionByNameOrId('messages');
    messages['indexes'] = [...(messages['indexes'] as string[]), INDEX];
    app.save(messages);
  },
  (app) => {
    const messages = app.findCollectionByNameOrId('messages');
    messages['indexes'] = (messages['indexes'] as string[]).filter((index) => index !== INDEX);
    app.save(messages);
  },
);

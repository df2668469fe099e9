import { extend } from './collections.ts';

/** Indexes for questions of jobs that read more with each file and each refund. */
const INDEXES = {
  // The measured one among thousands of files with the same bytes.
  model_shapes: "CREATE INDEX model_shapes_measured ON model_shapes (sha256) WHERE connectivity <> ''",
  refunds: 'CREATE INDEX refunds_state ON refunds (state, created, id)',
};

migrate(
  (app) => {
    for (const [name, index] of Object.entries(INDEXES)) extend(app, name, [], [index]);
  },
  (app) => {
    for (const [name, index] of Object.entries(INDEXES)) {
      const indexed = app.findCollectionByNameOrId(name);
      indexed['indexes'] = (indexed['indexes'] as string[]).filter((one) => one !== index);
      app.save(indexed);
    }
  },
);

import { sql } from './collections.ts';

/**
 * "Made without generative AI" was the default of every new product, so nobody knows who meant it. Where it stands, the artist
 * has said nothing, until they answer; that AI was used could only be chosen, and stays.
 */
migrate(
  (app) => sql(app, "UPDATE products SET ai = '' WHERE ai = 'none'"),
  () => {
    // Nothing to take back: an answer that nobody gave is not given again.
  },
);

import { extend } from './collections.ts';

/** Indexes for the lists of artists and guilds: each page is read in order, however many there are. */
migrate(
  (app) => {
    extend(
      app,
      'stores',
      [],
      [
        'CREATE INDEX stores_followed ON stores (state, mature, followers, productCount, id)',
        'CREATE INDEX stores_newest ON stores (state, mature, openedAt, id)',
      ],
    );
    extend(app, 'guilds', [], ['CREATE INDEX guilds_members ON guilds (state, members, wentLiveAt, id)']);
  },
  () => {
    throw new Error('These indexes stay: without them the lists of artists and guilds read everything.');
  },
);

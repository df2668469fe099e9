import { collection, feed } from './collections.ts';
import { count, created, text, updated } from './fields.ts';

/**
 * Settings of the site that operators change while it runs: a row for each group. What a group may hold is checked by the
 * site (`SettingGroup`); the version refuses a change by somebody who saw an older value.
 */
migrate(
  (app) => {
    collection(
      app,
      'site_settings',
      [
        text('name', 40, { required: true, pattern: '^[a-z][a-z-]*$' }),
        { type: 'json', name: 'value', maxSize: 200_000, required: true },
        count('version', { required: true }),
        created,
        updated,
      ],
      ['CREATE UNIQUE INDEX site_settings_name ON site_settings (name)'],
    );
    feed(app, 'site_settings');
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('site_settings'));
  },
);

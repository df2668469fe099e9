import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { SETTING_GROUPS, settingGroup } from '../../domain/site/setting-groups.ts';
import { processLogo } from '../../server/kernel/picture-intake.ts';
import { conflict, fieldsRefused } from '../../server/kernel/refusal-error.ts';
import { changeSettings } from '../../server/site/change-settings.ts';
import { settingRefusals } from '../../server/site/setting-refusals.ts';
import { requireDesk } from '../identity/desk.ts';
import { pictureBytes, withPictureErrors } from '../kernel/pictures.ts';

/** A group as the desk edits it: its value, and the version to be sent back with a change. */
export interface GroupForDesk {
  name: string;
  value: unknown;
  version: number;
}

const CHANGED =
  'Somebody else has changed these settings in the meantime. Reload the page and look at what they are now.';
/** Far above every group, also with a logo. */
const VALUE_MAX = 150_000;

/** Settings of the site at the operator desk. */
export const siteSettings = {
  /** Every group as it holds now. */
  read: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'settings.read');
      const {
        site,
        catalogue: { listings },
      } = context.locals.app;
      await site.reload();
      const groups: GroupForDesk[] = SETTING_GROUPS.map((group) => ({
        name: group.name,
        value: site.get(group as Parameters<typeof site.get>[0]),
        version: site.version(group),
      }));
      const { products, stores } = site.get(SETTING_GROUPS[2]);
      const [cards, shops] = await Promise.all([
        listings.cards(products),
        Promise.all(stores.map(({ id }) => visibleStore(context.locals.pb, id))),
      ]);
      return {
        groups,
        names: Object.fromEntries([
          ...cards.map(({ id, name }) => [id, name]),
          ...shops.flatMap((store) => (store ? [[store.id, store.name]] : [])),
        ]) as Record<string, string>,
      };
    },
  }),

  /** Changes one group, unless somebody else has since. Refused fields come with a message each. */
  change: defineAction({
    accept: 'json',
    input: z
      .object({
        group: z.string().max(40),
        seen: z.int().min(0).max(1_000_000_000),
        value: z.record(z.string().max(40), z.unknown()),
      })
      .strict(),
    async handler({ group: name, seen, value }, context) {
      const person = await requireDesk(context, 'settings.change');
      const group = settingGroup(name);
      if (!group) throw fieldsRefused({ group: 'There is no such group of settings.' });
      if (JSON.stringify(value).length > VALUE_MAX) throw fieldsRefused({ value: 'That is too long.' });
      const checked = group.check(value);
      if ('problems' in checked) throw fieldsRefused(checked.problems);
      const { pb, site, commerce } = context.locals.app;
      const refusals = await settingRefusals(context.locals.app, group.name, checked.value);
      if (Object.keys(refusals).length > 0) throw fieldsRefused(refusals);
      const version = await changeSettings({ pb, site, now: commerce.now() }, person, {
        group,
        value: checked.value,
        seen,
      });
      if (version === 'changed-meanwhile') throw conflict(CHANGED);
      return { version, value: checked.value };
    },
  }),

  /** Reads a picture as a logo. Nothing is stored: the logo goes into the brand with `change`. */
  readLogo: defineAction({
    accept: 'form',
    input: z.object({ picture: z.instanceof(File).optional() }),
    async handler({ picture }, context) {
      await requireDesk(context, 'settings.read');
      if (!picture) throw fieldsRefused({ picture: 'Choose a picture.' });
      const bytes = await pictureBytes(picture);
      const { webp, ratio } = await withPictureErrors(context, () => processLogo(bytes));
      return { logo: Buffer.from(webp).toString('base64'), logoRatio: ratio };
    },
  }),

  /** The public product or store at an address of this site, for the home page. */
  find: defineAction({
    accept: 'json',
    input: z
      .object({ what: z.enum(['product', 'store']), address: z.string().trim().min(1).max(500) })
      .strict(),
    async handler({ what, address }, context) {
      await requireDesk(context, 'settings.read');
      const key = new RegExp(`(?:^|/)(?:${what}/)?([\\w-]+)(?:[/?#].*)?$`).exec(address)?.[1] ?? '';
      const found =
        what === 'product'
          ? (await context.locals.app.catalogue.listings.cards([key]))[0]
          : await visibleStore(context.locals.pb, key);
      if (!found) throw fieldsRefused({ address: `There is no public ${what} at this address.` });
      return { id: found.id, name: found.name };
    },
  }),
};

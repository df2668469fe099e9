import { COUPON_SCOPES } from '../../domain/coupon.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/** Discount codes of a store. `uses` is counted by guarded statements only. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'coupons',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        text('code', 20, { required: true, pattern: '^[A-Z0-9]{5,20}$' }),
        count('percent', { max: 100 }),
        count('fixedCents'),
        { type: 'date', name: 'from' },
        { type: 'date', name: 'to' },
        count('minimumCents'),
        count('maxUses'),
        count('maxUsesPerBuyer'),
        count('uses'),
        choice('scope', COUPON_SCOPES, { required: true }),
        link('products', app.findCollectionByNameOrId('products'), { maxSelect: 500 }),
        link('shelves', app.findCollectionByNameOrId('shelves'), { maxSelect: 100 }),
        { type: 'bool', name: 'off' },
        created,
        updated,
      ],
      indexes: ['CREATE UNIQUE INDEX coupons_store_code ON coupons (store, code)'],
    }),
  );
}, dropper('coupons'));

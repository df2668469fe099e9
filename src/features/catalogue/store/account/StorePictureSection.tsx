import { actions } from 'astro:actions';
import { STORE_LIMITS, type Store } from '../../../../domain/catalogue/store.ts';
import { paths } from '../../../../paths.ts';
import { PictureField } from '../../../../ui/account/PictureField.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { $sellerStore } from './seller-store.store.ts';

const PLACES = {
  logo: {
    title: 'Logo',
    intro: 'A square, shown beside the name everywhere.',
    shape: 'square',
    altMax: 0,
    shownPx: 320,
  },
  banner: {
    title: 'Banner',
    intro: 'A wide picture at the top of the store.',
    shape: 'wide',
    altMax: STORE_LIMITS.bannerAlt,
    shownPx: 960,
  },
} as const;

/** The store's logo or banner. */
export function StorePictureSection({ store, place }: { store: Store; place: keyof typeof PLACES }) {
  const { title, intro, shape, altMax, shownPx } = PLACES[place];
  const logo = store.logo === null ? null : { file: store.logo, alt: `${store.name}’s logo` };
  const picture = place === 'logo' ? logo : store.banner;
  return (
    <Section title={title} intro={`${intro} JPEG, PNG or WebP.`}>
      <PictureField<Store | null>
        what={place}
        shape={shape}
        altMax={altMax}
        picture={
          picture && { src: paths.picture('stores', store.id, picture.file, shownPx), alt: picture.alt }
        }
        send={(form) => {
          form.set('place', place);
          return actions.stores.picture(form);
        }}
        onSaved={(changed) => $sellerStore.set(changed)}
      />
    </Section>
  );
}

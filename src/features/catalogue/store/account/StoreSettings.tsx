import { useStore } from '@nanostores/react';
import type { Store } from '../../../../domain/catalogue/store.ts';
import { FOLLOWERS_SHOWN_FROM } from '../../../../domain/community/follow.ts';
import { paths } from '../../../../paths.ts';
import { CasesSection } from '../../../moderation/report/account/CasesSection.tsx';
import { BackdropSection } from './BackdropSection.tsx';
import { FeaturedSection } from './FeaturedSection.tsx';
import { FrontSection } from './FrontSection.tsx';
import { OpenStore } from './OpenStore.tsx';
import { StoreProgramsSection } from './ProgramsSection.tsx';
import { SellerStatusSection } from './SellerStatusSection.tsx';
import { SocialsSection } from './SocialsSection.tsx';
import { StateSection } from './StateSection.tsx';
import { StorePictureSection } from './StorePictureSection.tsx';
import { $sellerStore } from './seller-store.store.ts';

/** The settings of the seller's store. */
export default function StoreSettings() {
  const store = useStore($sellerStore);
  if (!store) return <OpenStore />;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-4xl outline-none" tabIndex={-1}>
          Store settings
        </h1>
        <a className="link inline-flex min-h-11 items-center" href={paths.storePreview()}>
          Preview store
        </a>
      </div>
      <p className="mt-2 text-ink-2">{followersLine(store)}</p>
      <div className="mt-6 grid max-w-2xl grid-cols-1 gap-5">
        <StateSection store={store} />
        <CasesSection />
        <SellerStatusSection store={store} />
        <FrontSection store={store} />
        <StorePictureSection store={store} place="logo" />
        <StorePictureSection store={store} place="banner" />
        <BackdropSection store={store} />
        <SocialsSection store={store} />
        <FeaturedSection store={store} />
        <StoreProgramsSection />
      </div>
    </>
  );
}

function followersLine({ followers }: Store): string {
  if (followers === 0) return 'Your store has no followers yet. Visitors can follow it on every store page.';
  const many = `${followers.toLocaleString('en-US')} ${followers === 1 ? 'person follows' : 'people follow'} your store.`;
  return followers < FOLLOWERS_SHOWN_FROM
    ? `${many} The number is shown to visitors from ${FOLLOWERS_SHOWN_FROM} followers.`
    : many;
}
